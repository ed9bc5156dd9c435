package dev.atoll.app.watch;

import dev.atoll.recipe.run.EpochLine;
import dev.atoll.recipe.run.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The epochs in a {@code metrics.jsonl}, read as it grows: every byte once, for any number of
 * calls. Of long runs it stores a sample, so that neither memory nor pages grow with them.
 */
final class MetricsLog {
  /** The largest number of stored lines, and as many again with scores. */
  static final int MOST_LINES = 2_000;

  private static final int LONGEST_LINE = 1 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private EpochSample all;
  private EpochSample evaluated;
  private EpochLine last;
  private double seconds;
  private double bytes;

  /** The end of the last line that was read; {@link #lastBytes} is that line. */
  private long offset;

  private byte[] lastBytes;

  /**
   * The epochs at a moment.
   *
   * @param lines by epoch; a sample of long runs, always with the last one
   * @param seconds of training, over all epochs
   * @param bytes between workers, over all epochs
   */
  record Epochs(List<EpochLine> lines, double seconds, double bytes) {}

  MetricsLog(Path file) {
    this.file = file;
    begin();
  }

  private void begin() {
    all = new EpochSample(MOST_LINES);
    evaluated = new EpochSample(MOST_LINES);
    last = null;
    seconds = 0;
    bytes = 0;
    offset = 0;
    lastBytes = new byte[0];
  }

  /** The epochs so far; a line still being written is left out. */
  Epochs read() throws IOException {
    if (Files.exists(file)) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        if (!continues(channel)) {
          begin();
        }
        readFrom(channel);
      } catch (IOException | RuntimeException e) {
        begin();
        throw e;
      }
    } else {
      begin();
    }
    TreeMap<Integer, EpochLine> byEpoch = new TreeMap<>();
    all.lines().forEach(line -> byEpoch.put(line.epoch(), line));
    evaluated.lines().forEach(line -> byEpoch.put(line.epoch(), line));
    if (last != null) {
      byEpoch.put(last.epoch(), last);
    }
    return new Epochs(List.copyOf(byEpoch.values()), seconds, bytes);
  }

  /**
   * Whether the file still begins with the lines already read; a resumed run rewrites it from the
   * start.
   */
  private boolean continues(FileChannel channel) throws IOException {
    ByteBuffer found = ByteBuffer.allocate(lastBytes.length);
    long from = offset - lastBytes.length;
    while (found.hasRemaining()) {
      if (channel.read(found, from + found.position()) < 0) {
        return false;
      }
    }
    return Arrays.equals(found.array(), lastBytes);
  }

  private void readFrom(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    var line = new ByteArrayOutputStream();
    channel.position(offset);
    while (channel.read(buffer.clear()) >= 0) {
      buffer.flip();
      while (buffer.hasRemaining()) {
        byte next = buffer.get();
        line.write(next);
        if (next == '\n') {
          add(line.toByteArray());
          line.reset();
        } else if (line.size() > LONGEST_LINE) {
          throw new IOException(
              "%s has a line of more than %d bytes after byte %d"
                  .formatted(file.getFileName(), LONGEST_LINE, offset));
        }
      }
    }
  }

  private void add(byte[] text) throws IOException {
    EpochLine line = Json.read(new String(text, StandardCharsets.UTF_8), EpochLine.class);
    all.add(line);
    if (line.validation() != null || line.test() != null) {
      evaluated.add(line);
    }
    last = line;
    seconds += line.seconds();
    bytes += line.totalBytes();
    offset += text.length;
    lastBytes = text;
  }
}
