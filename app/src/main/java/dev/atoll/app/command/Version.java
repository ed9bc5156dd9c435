package dev.atoll.app.command;

import dev.atoll.recipe.result.Build;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "Atoll " + Build.version() + " (" + Build.commit() + ")",
      "Java " + Runtime.version() + ", " + System.getProperty("java.vendor")
    };
  }
}
