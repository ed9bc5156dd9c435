package dev.atoll.app.screen;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The log file of a command, each line with its time. Write errors are ignored. */
public final class LogFile implements AutoCloseable {
  /** A log that writes nothing. */
  public static final LogFile NONE = new LogFile(Writer.nullWriter());

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Writer out;

  private LogFile(Writer out) {
    this.out = out;
  }

  /** Opens a file for appending. */
  public static LogFile open(Path file) throws IOException {
    BufferedWriter out =
        Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new LogFile(out);
  }

  synchronized void add(String kind, String text) {
    String time = LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    try {
      for (String line : text.lines().toList()) {
        out.write(time + " " + kind + line + "\n");
      }
      out.flush();
    } catch (IOException _) {
      // the screen has it
    }
  }

  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException _) {
      // the screen has it
    }
  }
}
