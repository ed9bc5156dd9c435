package dev.atoll.app.command;

import dev.atoll.recipe.run.Provenance;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "Atoll " + Provenance.version() + " (" + Provenance.commit() + ")",
      "Java " + Runtime.version() + ", " + System.getProperty("java.vendor")
    };
  }
}
