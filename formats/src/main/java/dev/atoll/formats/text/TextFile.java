package dev.atoll.formats.text;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.parallel.Parallel;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A text file, plain or {@code .gz}, read in blocks of whole lines by several threads at once.
 *
 * <p>One thread at a time reads the next block; the others parse their blocks meanwhile. Blocks
 * depend only on the file. If lines are bad, the error is that of the first bad line, for any
 * number of threads.
 *
 * <pre>{@code
 * new TextFile(path).forEachBlock(threads, dialect, fields -> {
 *   while (fields.nextLine()) {
 *     edges.add(fields.nextLong(), fields.nextLong());
 *   }
 * });
 * }</pre>
 *
 * @param blockBytes approximate number of bytes in a block
 */
public record TextFile(Path path, int blockBytes) {
  private static final int BLOCK = 1 << 20;

  public TextFile(Path path) {
    this(path, BLOCK);
  }

  /** Takes one block apart. */
  @FunctionalInterface
  public interface BlockBody {
    void accept(Fields fields) throws IOException;
  }

  /** Runs the body once for each block. */
  public void forEachBlock(int threads, Dialect dialect, BlockBody body) throws IOException {
    try (Blocks blocks = new Blocks(open(), blockBytes)) {
      Parallel.forEach(
          threads,
          threads,
          worker -> {
            Fields fields = new Fields(path.toString(), dialect);
            while (blocks.next(fields)) {
              try {
                fields.requireUtf8();
                body.accept(fields);
              } catch (BadDataException e) {
                blocks.fail(fields.firstLine(), e);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          });
      blocks.throwFailure();
    } catch (UncheckedIOException e) {
      throw rethrown(e.getCause());
    } catch (IOException e) {
      throw rethrown(e);
    }
  }

  /** The fields of the first lines of a table, without its header. */
  public List<List<String>> firstLines(Dialect dialect, int count) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    Fields head = head(dialect);
    while (rows.size() < count && head.nextLine()) {
      if (head.line() != dialect.headerLine()) {
        List<String> row = new ArrayList<>();
        while (head.hasNext()) {
          row.add(head.nextText());
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** The first lines, at most about a block of them. */
  public Fields head(Dialect dialect) throws IOException {
    Fields fields = new Fields(path.toString(), dialect);
    try (Blocks blocks = new Blocks(open(), blockBytes)) {
      blocks.next(fields);
      fields.requireUtf8();
    } catch (IOException e) {
      throw rethrown(e);
    }
    return fields;
  }

  /** The number of lines; an empty one at the end does not count. */
  public long countLines() throws IOException {
    try (Blocks blocks = new Blocks(open(), blockBytes)) {
      Fields fields = new Fields(path.toString(), Dialect.PLAIN);
      boolean more = true;
      while (more) {
        more = blocks.next(fields);
      }
      return blocks.lines;
    } catch (UncheckedIOException e) {
      throw rethrown(e.getCause());
    } catch (IOException e) {
      throw rethrown(e);
    }
  }

  private InputStream open() throws IOException {
    InputStream raw = Files.newInputStream(path);
    try {
      boolean packed = path.toString().endsWith(".gz");
      return UnifiedText.of(packed ? new GZIPInputStream(raw, 1 << 16) : raw, path);
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  private IOException rethrown(IOException e) {
    if (e instanceof ZipException || e instanceof EOFException) {
      throw new BadDataException(
          "%s: corrupt gzip data (%s); copy the file again".formatted(path, e.getMessage()), e);
    }
    return e;
  }

  /** Hands out the blocks in order, and keeps the failure of the earliest. */
  private static final class Blocks implements AutoCloseable {
    private final InputStream in;
    private final int blockBytes;
    private byte[] rest = new byte[0];
    private long lines;
    private boolean ended;
    private long failedLine = Long.MAX_VALUE;
    private BadDataException failure;

    Blocks(InputStream in, int blockBytes) {
      this.in = in;
      this.blockBytes = blockBytes;
    }

    /** Fills in the next block; false at the end, or after bad lines. */
    synchronized boolean next(Fields fields) {
      if (ended || failure != null) {
        return false;
      }
      try {
        byte[] data = fields.reserve(rest.length + blockBytes);
        System.arraycopy(rest, 0, data, 0, rest.length);
        int length = rest.length;
        int end = -1;
        while (end < 0 && !ended) {
          data = fields.reserve(length + blockBytes);
          int got = in.readNBytes(data, length, blockBytes);
          ended = got < blockBytes;
          // The block before may have ended between a carriage return and its newline.
          int from = Math.max(0, length - 1);
          length += got;
          Newlines.endLines(data, from, length, ended);
          end = lastNewline(data, from, length);
        }
        if (ended && length > 0 && data[length - 1] != '\n') {
          data[length++] = '\n';
        }
        end = ended ? length : end + 1;
        rest = Arrays.copyOfRange(data, end, length);
        fields.fill(end, lines + 1);
        lines += Newlines.count(data, end);
        return end > 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static int lastNewline(byte[] data, int from, int to) {
      int i = to - 1;
      while (i >= from && data[i] != '\n') {
        i--;
      }
      return i < from ? -1 : i;
    }

    synchronized void fail(long line, BadDataException e) {
      if (line < failedLine) {
        failedLine = line;
        failure = e;
      }
    }

    synchronized void throwFailure() {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
