package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.dataset.PackedFolder;
import java.io.IOException;
import java.nio.file.Path;

/** {@link PackedFolder}: {@code meta.json} and {@code *.npy.gz}; edges are always undirected. */
final class PackedImporter implements Importer {
  @Override
  public String name() {
    return "packed";
  }

  @Override
  public String files() {
    return "folder of meta.json and *.npy.gz";
  }

  @Override
  public boolean recognizes(Path source) {
    return PackedFolder.isPacked(source);
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    PackedFolder.at(source).unpack(writer);
  }
}
