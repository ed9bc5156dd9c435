package dev.atoll.spark;

/** The requirements on the JVM of an executor, and the options that meet them. */
public final class ExecutorNeeds {
  private static final String VECTORS = "jdk.incubator.vector";

  /**
   * JVM options. The limit for direct buffers, which the network uses, must not be the size of the
   * heap.
   */
  public static final String OPTIONS =
      "--add-modules="
          + VECTORS
          + " --enable-native-access=ALL-UNNAMED -XX:MaxDirectMemorySize=4095t";

  /** The key of these options in Spark's configuration. */
  public static final String OPTIONS_KEY = "spark.executor.extraJavaOptions";

  private ExecutorNeeds() {}

  /**
   * Requires the vector module: without it other kernels would run, with results that differ in the
   * last bits.
   */
  public static void require() {
    if (ModuleLayer.boot().findModule(VECTORS).isEmpty()) {
      throw new IllegalStateException(
          "this executor's JVM was started without %s: start Spark with --conf '%s=%s'"
              .formatted(VECTORS, OPTIONS_KEY, OPTIONS));
    }
  }
}
