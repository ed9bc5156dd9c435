package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.plan.LeastMemory;
import dev.atoll.recipe.engine.JoinedHost;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the workers of this machine in a run that another machine leads. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Joins a run that atoll train --hosts leads on another machine: fetches the shards of this"
          + " machine's workers, unless it sees the lead's folder, starts them, and ends with the"
          + " run.",
      "May be started before the lead. The lead shows the command to type."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll worker --join node1:7000 --secret-file secret",
      "  atoll worker --join node1:7000 --secret-file secret --host node2 --folder /scratch/run"
    })
final class WorkerCommand implements Callable<Integer> {
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--join",
      required = true,
      paramLabel = "HOST:PORT",
      description = "where the lead listens")
  private String join;

  @Option(
      names = "--secret-file",
      required = true,
      paramLabel = "FILE",
      description = "the run's secret, as the lead has it")
  private Path secretFile;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "this machine's name in --hosts of the lead, by which the others reach it (its address"
              + " on the way to the lead)")
  private String host;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "folder for settings, shards and checkpoints (the lead's run folder if it is shared, else"
              + " runs/NAME)")
  private Path folder;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "how long to try while the lead does not listen yet (300)")
  private long wait;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    if (wait < 1) {
      throw new SettingsException("--wait cannot be %d: expected 1 or more".formatted(wait));
    }
    new JoinedHost(
            lead(),
            secretFile,
            host,
            Optional.ofNullable(folder),
            Duration.ofSeconds(wait),
            (settings, shards, ranks) -> LeastMemory.ofHost(settings, shards, ranks).requireHere(),
            output.screen()::remark)
        .run();
    output.screen().remark("the run is complete");
    output.write(Map.of("joined", join));
    return 0;
  }

  private InetSocketAddress lead() {
    int colon = join.lastIndexOf(':');
    try {
      int port = Integer.parseInt(join.substring(colon + 1));
      if (colon > 0 && port > 0 && port <= MOST_PORT) {
        var address = new InetSocketAddress(join.substring(0, colon), port);
        if (address.isUnresolved()) {
          throw new SettingsException(
              "--join %s: the host name is not known on this machine".formatted(join));
        }
        return address;
      }
    } catch (NumberFormatException _) {
      // the message below says what is expected
    }
    throw new SettingsException(
        "--join %s: expected HOST:PORT, as the lead shows it".formatted(join));
  }
}
