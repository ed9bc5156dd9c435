package dev.atoll.bench.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.bench.StoreSpeed;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Times random feature rows between workers. */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times feature rows that workers read of each other at random, all at once: in place as"
          + " threads of one process, through messages, and over loopback TCP as processes do;"
          + " beside a copy of as many bytes, the host's gather kernel, and plain sockets."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  atoll bench store", "  atoll bench store --ranks 4 --rows 2000000 --width 100"})
final class BenchStoreCommand implements Callable<Integer> {
  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "2",
      description = "number of workers (2)")
  private int ranks;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "200000",
      description = "rows of all workers; each reads as many as it owns (200000)")
  private int rows;

  @Option(
      names = "--width",
      paramLabel = "N",
      defaultValue = "100",
      description = "columns of a row (100)")
  private int width;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of all workers together (all cores)")
  private int threads = Parallel.allCores();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "7",
      description = "timed calls, of which the median counts (7)")
  private int repeats;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    try {
      StoreSpeed speed = StoreSpeed.measure(ranks, rows, width, threads, repeats);
      speed.show(output.screen());
      output.write(speed.result());
      return 0;
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("stopped while measuring");
    }
  }
}
