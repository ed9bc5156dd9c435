package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.files.CacheFolder;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows or clears the cache folder. */
@Command(
    name = "cache",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Lists the contents of the cache folder, or deletes them: unpacked datasets, measured"
            + " speeds and libraries, all of which are made again when they are needed.",
    footerHeading = "%nExamples:%n",
    footer = {"  atoll cache", "  atoll cache --clear"})
final class CacheCommand implements Callable<Integer> {
  @Option(names = "--clear", description = "delete everything in it")
  private boolean clear;

  @Mixin private Output output;

  /** A file or folder of the cache. */
  private record Entry(String name, long bytes) {}

  /** The output of {@code --json}. */
  private record Result(String folder, List<Entry> entries, long bytes, boolean cleared) {}

  @Override
  public Integer call() throws IOException {
    Path cache = CacheFolder.of(System.getenv());
    List<Entry> entries = entries(cache);
    Table table = Table.of("in " + cache, "bytes");
    entries.forEach(entry -> table.row(entry.name, Units.bytes(entry.bytes)));
    long total = entries.stream().mapToLong(Entry::bytes).sum();
    table.row("together", Units.bytes(total));
    table.show(output.screen());
    if (clear) {
      for (Entry entry : entries) {
        delete(cache.resolve(entry.name));
      }
      output.screen().line("deleted " + Units.bytes(total));
    }
    output.write(new Result(cache.toString(), entries, total, clear));
    return 0;
  }

  private static List<Entry> entries(Path cache) throws IOException {
    List<Entry> entries = new ArrayList<>();
    if (Files.isDirectory(cache)) {
      try (Stream<Path> inside = Files.list(cache)) {
        for (Path entry : inside.sorted().toList()) {
          entries.add(new Entry(entry.getFileName().toString(), bytes(entry)));
        }
      }
    }
    return entries;
  }

  private static long bytes(Path entry) throws IOException {
    try (Stream<Path> all = Files.walk(entry)) {
      long bytes = 0;
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }

  private static void delete(Path entry) throws IOException {
    try (Stream<Path> all = Files.walk(entry)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
