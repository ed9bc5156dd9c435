package dev.atoll.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all: written beside their place, then moved. */
public final class Whole {
  private Whole() {}

  /** Fills a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Path file) throws IOException;
  }

  public static void write(Path file, String text) throws IOException {
    write(file, beside -> Files.writeString(beside, text));
  }

  public static void write(Path file, Content content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path beside = folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid());
    try {
      content.writeTo(beside);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
  }
}
