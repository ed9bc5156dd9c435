package dev.atoll.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Text files in UTF-8. Error messages name the file, which those of the JDK do not. */
public final class Utf8File {
  private Utf8File() {}

  /** The whole text. */
  public static String read(Path file) throws IOException {
    try {
      return Files.readString(file, UTF_8);
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": not text in UTF-8: the file is damaged, or no text", e);
    }
  }

  /** The lines of the text. */
  public static List<String> lines(Path file) throws IOException {
    return read(file).lines().toList();
  }
}
