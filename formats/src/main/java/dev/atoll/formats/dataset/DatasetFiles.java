package dev.atoll.formats.dataset;

import dev.atoll.files.FileDigest;
import dev.atoll.files.FileError;
import dev.atoll.formats.dataset.DatasetInfo.FileInfo;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a dataset folder, checked against {@code dataset.json}. */
record DatasetFiles(Path folder, DatasetInfo info) {
  /** The names of all files of the dataset, including {@code dataset.json}. */
  List<String> names() {
    return Stream.concat(Stream.of(DatasetInfo.FILE), info.files().keySet().stream()).toList();
  }

  /** Checks that every file is there and has its length. */
  void checkSizes() throws IOException {
    for (Map.Entry<String, FileInfo> entry : info.files().entrySet()) {
      Path file = folder.resolve(entry.getKey());
      long expected = entry.getValue().bytes();
      if (!Files.isRegularFile(file)) {
        throw BadDataException.at(
            file, "missing, but %s lists it; import the data again".formatted(DatasetInfo.FILE));
      }
      if (Files.size(file) != expected) {
        throw BadDataException.at(
            file,
            "%d bytes; %s says %d. The file was cut off or changed: import the data again"
                .formatted(Files.size(file), DatasetInfo.FILE, expected));
      }
    }
  }

  /** Reads every file whose SHA-256 is stated, on all cores, and compares. */
  void checkDigests() throws IOException {
    List<Map.Entry<String, FileInfo>> entries =
        info.files().entrySet().stream().filter(e -> e.getValue().sha256() != null).toList();
    try {
      Parallel.forEach(Parallel.allCores(), entries.size(), i -> checkDigest(entries.get(i)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void checkDigest(Map.Entry<String, FileInfo> entry) {
    Path file = folder.resolve(entry.getKey());
    String expected = entry.getValue().sha256();
    try {
      String found = FileDigest.of(file);
      if (!found.equals(expected)) {
        throw BadDataException.at(
            file,
            "damaged or changed: %s says SHA-256 %s, found %s; import the data again or copy the folder again"
                .formatted(DatasetInfo.FILE, expected, found));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(file + ": " + FileError.reason(e), e));
    }
  }
}
