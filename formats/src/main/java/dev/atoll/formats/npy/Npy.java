package dev.atoll.formats.npy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.files.DiskSpace;
import dev.atoll.graph.BadDataException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Arrays in NumPy's {@code .npy} format: mapped, streamed from {@code .npy.gz}, written.
 *
 * <pre>{@code
 * try (Arena arena = Arena.ofShared()) {
 *   NpyArray labels = Npy.map(Path.of("labels.npy"), arena).require(2708);
 *   int first = (int) labels.longs().applyAsLong(0);
 * }
 * }</pre>
 */
public final class Npy {
  private static final int BLOCK = 1 << 20;

  /** Deflate writes at least one bit for 258 bytes, and a little more. */
  private static final long MOST_INFLATION = 1100;

  /** Compressed arrays of more bytes may be inflated by less. */
  private static final long SMALL = 1L << 30;

  private static final long MOST_INFLATION_OF_LARGE = 200;

  static {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new UnsupportedOperationException(
          "Atoll maps little-endian files: it needs such a machine");
    }
  }

  private Npy() {}

  /** Maps an array read-only; the arena decides how long. */
  public static NpyArray map(Path file, Arena arena) throws IOException {
    return map(file, file.toString(), arena);
  }

  /** Maps an array that messages know by another name than its file's. */
  public static NpyArray map(Path file, String origin, Arena arena) throws IOException {
    NpyHeader.Parsed head;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      head = NpyHeader.read(in, origin);
    }
    try (FileChannel channel = FileChannel.open(file)) {
      long bytes = dataBytes(head.header(), origin);
      long found = channel.size() - head.length();
      if (found < bytes) {
        throw truncated(origin, head.header(), found);
      }
      MemorySegment whole =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, head.length() + bytes, arena);
      return array(origin, head.header(), whole.asSlice(head.length(), bytes));
    }
  }

  /** Reads {@code x.npy} mapped or {@code x.npy.gz} unpacked into the arena's memory. */
  public static NpyArray open(Path file, Arena arena) throws IOException {
    if (!file.getFileName().toString().endsWith(".gz")) {
      return map(file, arena);
    }
    try (InputStream raw = Files.newInputStream(file)) {
      return readGzip(raw, Files.size(file), file.toString(), arena);
    }
  }

  /**
   * Reads a gzip-compressed array to the end of the stream.
   *
   * @param compressed bytes of the stream; {@link Long#MAX_VALUE} when that is not known
   */
  public static NpyArray readGzip(
      InputStream raw, long compressed, String origin, SegmentAllocator memory) throws IOException {
    try (InputStream in = new GZIPInputStream(raw, BLOCK)) {
      NpyArray array = read(in, inflated(compressed), origin, memory);
      if (in.read() >= 0) {
        throw BadDataException.at(origin, "more data than shape %s takes".formatted(array.shape()));
      }
      return array;
    } catch (ZipException | EOFException e) {
      throw new BadDataException(
          origin + ": corrupt gzip data (" + e.getMessage() + "); copy the file again", e);
    }
  }

  /**
   * The most bytes that a compressed file may inflate to: for small files the limit of deflate, for
   * large arrays no more than real data has, since a file of a few MB could otherwise keep an
   * import busy for minutes.
   */
  static long inflated(long compressed) {
    if (compressed > Long.MAX_VALUE / MOST_INFLATION) {
      return Long.MAX_VALUE;
    }
    return Math.max(
        Math.min(compressed * MOST_INFLATION, SMALL), compressed * MOST_INFLATION_OF_LARGE);
  }

  /**
   * Reads an array from a stream into newly allocated memory; leaves the stream at its end.
   *
   * @param most bytes that the stream can contain: a header that claims more is refused before
   *     memory is reserved
   */
  public static NpyArray read(InputStream in, long most, String origin, SegmentAllocator memory)
      throws IOException {
    NpyHeader header = NpyHeader.read(in, origin).header();
    long bytes = dataBytes(header, origin);
    if (bytes > most) {
      throw BadDataException.at(
          origin,
          "shape %s of %s takes %d bytes of data, but the file has at most %d; copy the file again, or store the array uncompressed"
              .formatted(header.shape(), header.type(), bytes, most));
    }
    MemorySegment data = memory.allocate(bytes, 64);
    byte[] block = new byte[BLOCK];
    for (long done = 0; done < bytes; ) {
      int got = in.readNBytes(block, 0, (int) Math.min(BLOCK, bytes - done));
      if (got == 0) {
        throw truncated(origin, header, done);
      }
      MemorySegment.copy(MemorySegment.ofArray(block), 0, data, done, got);
      done += got;
    }
    return array(origin, header, data);
  }

  /** Writes an array to a file, replacing its content. */
  public static void write(Path file, NpyArray array) throws IOException {
    NpyHeader header = array.header();
    try (FileChannel channel = newFile(file)) {
      writeFully(channel, MemorySegment.ofArray(header.bytes()));
      writeFully(channel, array.data().asSlice(0, header.dataBytes()));
    }
  }

  /**
   * Creates an array file and maps it for writing in any order. The disk space is taken at once:
   * otherwise a full disk would show as a fault in the middle of a mapped write.
   */
  public static MemorySegment create(Path file, NpyHeader header, Arena arena) throws IOException {
    byte[] head = header.bytes();
    long bytes = header.dataBytes();
    try (FileChannel channel = newFile(file)) {
      writeFully(channel, MemorySegment.ofArray(head));
      DiskSpace.reserve(file, head.length + bytes);
      return channel
          .map(FileChannel.MapMode.READ_WRITE, 0, head.length + bytes, arena)
          .asSlice(head.length, bytes);
    }
  }

  private static FileChannel newFile(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  private static void writeFully(FileChannel channel, MemorySegment data) throws IOException {
    for (long done = 0; done < data.byteSize(); ) {
      long block = Math.min(data.byteSize() - done, 64L * BLOCK);
      MemorySegment slice = data.asSlice(done, block);
      ByteBuffer buffer =
          data.isNative() ? slice.asByteBuffer() : ByteBuffer.wrap(slice.toArray(JAVA_BYTE));
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      done += block;
    }
  }

  private static NpyArray array(String origin, NpyHeader header, MemorySegment data) {
    return new NpyArray(origin, header.type(), header.shape(), data);
  }

  private static long dataBytes(NpyHeader header, String origin) {
    try {
      return header.dataBytes();
    } catch (ArithmeticException e) {
      throw new BadDataException(origin + ": impossible shape " + header.shape(), e);
    }
  }

  private static BadDataException truncated(String origin, NpyHeader header, long found) {
    return BadDataException.at(
        origin,
        "truncated: shape %s of %s takes %d bytes of data, the file has %d; copy the file again"
            .formatted(header.shape(), header.type(), header.dataBytes(), found));
  }
}
