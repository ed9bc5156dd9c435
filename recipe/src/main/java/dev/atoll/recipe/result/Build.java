package dev.atoll.recipe.result;

/** The build of Atoll that runs. */
public final class Build {
  private static final String UNKNOWN = "unknown";

  private Build() {}

  /** The version in the manifest of the jar. */
  public static String version() {
    String version = Build.class.getPackage().getImplementationVersion();
    return version == null ? UNKNOWN : version;
  }

  /** The commit that was built, as the launcher recorded it. */
  public static String commit() {
    return System.getProperty("atoll.commit", UNKNOWN);
  }
}
