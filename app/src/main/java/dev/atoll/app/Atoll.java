package dev.atoll.app;

import dev.atoll.app.command.Commands;
import dev.atoll.app.screen.Screen;

/** The entry point of the program. */
public final class Atoll {
  private Atoll() {}

  public static void main(String[] args) {
    Stderr.restore();
    System.exit(Commands.run(Screen.ofLauncher(System.out, System.err), args));
  }
}
