package dev.atoll.app.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the shell's completion script. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a script that completes atoll's commands and options in bash and zsh.",
    footerHeading = "%nExamples:%n",
    footer = "  source <(atoll completion)    for this shell; the same line in ~/.bashrc for all")
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().getOut().println(AutoComplete.bash("atoll", spec.root().commandLine()));
  }
}
