package dev.atoll.formats.importer;

import dev.atoll.files.FileError;
import dev.atoll.formats.DatasetName;
import dev.atoll.formats.PendingFolder;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.table.TablePlan;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Suggestion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The registry of all formats that can be imported.
 *
 * <pre>{@code
 * Importers.run(Path.of("planetoid"), Path.of("cora"), ImportOptions.DEFAULT.withName("cora"));
 * }</pre>
 */
public final class Importers {
  /** Importers in the order in which they are tried: the most specific file names first. */
  private static final List<Importer> ALL =
      List.of(
          new PackedImporter(),
          new GraphSaintImporter(),
          new PlanetoidImporter(),
          new OgbImporter(),
          new GraphBoltImporter(),
          new MetisImporter(),
          new NpyImporter(),
          TableImporter.PARQUET,
          TableImporter.CSV);

  private Importers() {}

  /** The importers, in the order in which they are tried. */
  public static List<Importer> all() {
    return ALL;
  }

  /** The importer of a name. */
  public static Importer named(String name) {
    return ALL.stream()
        .filter(importer -> importer.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadDataException(
                    Suggestion.unknown("format", name, ALL.stream().map(Importer::name).toList())));
  }

  /** The importer that recognises a file or folder. */
  public static Importer detect(Path source) throws IOException {
    if (!Files.exists(source)) {
      throw BadDataException.at(source, "there is no such file or folder");
    }
    for (Importer importer : ALL) {
      if (importer.recognizes(source)) {
        return importer;
      }
    }
    throw BadDataException.at(
        source,
        "no known format. Known are:"
            + ALL.stream()
                .map(importer -> "\n  %-10s %s".formatted(importer.name(), importer.files()))
                .collect(Collectors.joining()));
  }

  /** The planned outcome of every column. */
  public static TablePlan plan(Path source, ImportOptions options) throws IOException {
    return importer(source, options).plan(source, options);
  }

  /** The plan of an import into a folder, with what speaks against its folder and its name. */
  public static TablePlan plan(Path source, Optional<Path> target, ImportOptions options)
      throws IOException {
    TablePlan plan = plan(source, options);
    List<String> problems = new ArrayList<>();
    try {
      DatasetName.require(target.orElse(source), name(source, options));
    } catch (BadDataException e) {
      problems.add(e.getMessage());
    }
    try {
      if (target.isPresent()) {
        PendingFolder.requireFree(target.get());
      }
    } catch (BadDataException e) {
      problems.add(e.getMessage());
    }
    problems.addAll(plan.problems());
    return new TablePlan(plan.columns(), plan.notes(), problems);
  }

  private static String name(Path source, ImportOptions options) {
    return options.name().orElseGet(() -> baseName(source));
  }

  private static Importer importer(Path source, ImportOptions options) throws IOException {
    return options.format().isPresent() ? named(options.format().get()) : detect(source);
  }

  /** Imports a file or folder into a new dataset folder. */
  public static void run(Path source, Path target, ImportOptions options) throws IOException {
    Importer importer = importer(source, options);
    try (DatasetWriter writer = DatasetWriter.create(target, name(source, options))) {
      writer.provenance("importer", importer.name());
      writer.provenance("source", source.toString());
      read(importer, source, options, writer);
      writer.finish();
    }
  }

  /** Names the source in any error of reading it. */
  private static void read(
      Importer importer, Path source, ImportOptions options, DatasetWriter writer)
      throws IOException {
    try {
      importer.read(source, options, writer);
    } catch (IOException | UncheckedIOException e) {
      IOException cause = e instanceof UncheckedIOException u ? u.getCause() : (IOException) e;
      throw new IOException(
          "%s: import failed: %s".formatted(source, FileError.reason(cause)), cause);
    } catch (BadDataException e) {
      throw names(e, source) || options.tables().nodes().stream().anyMatch(table -> names(e, table))
          ? e
          : new BadDataException(source + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new BadDataException(
          "%s: it cannot be read as %s (%s); it is damaged, or of another format"
              .formatted(source, importer.name(), e),
          e);
    }
  }

  private static boolean names(BadDataException e, Path file) {
    return e.getMessage().contains(file.toString());
  }

  private static String baseName(Path source) {
    String file = source.toAbsolutePath().normalize().getFileName().toString();
    return Files.isDirectory(source) ? file : file.replaceAll("(\\.[A-Za-z]{1,7}){1,2}$", "");
  }
}
