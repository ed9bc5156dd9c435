package dev.atoll.formats.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.formats.DatasetName;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.JsonSeal;
import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.dataset.DatasetInfo.FileInfo;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file {@code dataset.json}, sealed when it is written and checked when it is read. */
final class InfoFile {
  private InfoFile() {}

  static DatasetInfo read(Path file) throws IOException {
    DatasetInfo info = JsonFile.value(content(file), DatasetInfo.class, file);
    check(file, info);
    return info;
  }

  private static ObjectNode content(Path file) throws IOException {
    JsonNode tree;
    try {
      tree = JsonFile.tree(file, Files.readAllBytes(file));
    } catch (BadDataException e) {
      throw new BadDataException(
          "%s; expected a file of %s: import the data again"
              .formatted(e.getMessage(), Choice.IMPORT.text()),
          e);
    }
    return JsonSeal.open(file, tree, "import the data again");
  }

  static void write(Path file, DatasetInfo info) throws IOException {
    Files.writeString(file, JsonSeal.text(info));
  }

  private static void check(Path file, DatasetInfo info) {
    if (!DatasetInfo.FORMAT.equals(info.format()) || info.version() > DatasetInfo.VERSION) {
      throw BadDataException.at(
          file,
          "format '%s' version %d; this program reads '%s' up to version %d"
              .formatted(info.format(), info.version(), DatasetInfo.FORMAT, DatasetInfo.VERSION));
    }
    require(file, info.nodes() >= 0, "nodes", info.nodes(), "a number from 0");
    require(file, info.edges() >= 0, "edges", info.edges(), "a number from 0");
    DatasetName.require(file, info.name());
    if (info.features() != null) {
      int width = info.features().width();
      require(file, width >= 0, "features.width", width, "a number from 0");
      require(file, info.features().type() != null, "features.type", null, "float32 and the like");
    }
    if (info.labels() != null) {
      SizeLimits.classes(file, info.labels().classes(), info.nodes());
    }
    info.files().forEach((name, entry) -> check(file, name, entry));
  }

  private static void check(Path file, String name, FileInfo entry) {
    require(
        file,
        name.matches("[A-Za-z0-9_.-]+\\.npy"),
        "files",
        name,
        "names of .npy files beside this one");
    require(file, entry != null && entry.bytes() >= 0, "files." + name, entry, "bytes and sha256");
  }

  private static void require(Path file, boolean holds, String key, Object found, String expected) {
    if (!holds) {
      throw BadDataException.at(file, "'%s' is %s; expected %s".formatted(key, found, expected));
    }
  }
}
