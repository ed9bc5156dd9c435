package dev.atoll.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. */
@Command(
    name = "atoll",
    mixinStandardHelpOptions = true,
    description = "Trains graph neural networks.")
public final class Atoll {
  private Atoll() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Atoll()).execute(args));
  }
}
