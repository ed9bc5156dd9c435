package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.table.TablePlan;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.file.Path;

/** Reads one foreign format into a dataset folder. */
public interface Importer {
  /** The user's name of the format. */
  String name();

  /** The files that make up the format, in a few words, for messages. */
  String files();

  /** Whether the file or folder looks like this format. */
  boolean recognizes(Path source) throws IOException;

  /** The planned outcome of every column; an error for formats without columns. */
  default TablePlan plan(Path source, ImportOptions options) throws IOException {
    throw BadDataException.at(
        source,
        "format %s has no columns to plan; %s is for tables"
            .formatted(name(), Choice.IMPORT_PLAN.text()));
  }

  /** Writes everything but the end: the caller finishes the writer. */
  void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException;
}
