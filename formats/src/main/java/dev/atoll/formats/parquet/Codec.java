package dev.atoll.formats.parquet;

import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.MalformedInputException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The compression of a column's pages. */
enum Codec {
  UNCOMPRESSED,
  SNAPPY,
  GZIP,
  /** Blocks of LZ4 as Hadoop frames them. */
  LZ4,
  ZSTD,
  LZ4_RAW;

  private static final int LARGEST_PAGE = 1 << 28;

  /** The names of Parquet's numbers. */
  private static final List<String> NAMES =
      List.of("UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW");

  /** The codec of a number; empty when it is not supported. */
  static Optional<Codec> numbered(long number) {
    String name = name(number);
    return List.of(values()).stream().filter(codec -> codec.name().equals(name)).findFirst();
  }

  /** The name that Parquet gives a codec, for messages. */
  static String name(long number) {
    return number >= 0 && number < NAMES.size()
        ? NAMES.get((int) number)
        : "codec %d, which is not supported".formatted(number);
  }

  /** Decompresses bytes that take {@code size} in the end. */
  ByteBuffer unpack(ByteBuffer packed, int size) throws IOException {
    if (size < 0 || size > LARGEST_PAGE) {
      throw new CorruptParquetException(
          "a page of %d bytes; expected 0 to %d".formatted(size, LARGEST_PAGE));
    }
    ByteBuffer in = packed.order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer out =
        switch (this) {
          case UNCOMPRESSED -> in;
          case SNAPPY -> unpack(NativeCodecs.snappy(), in, size);
          case LZ4 -> unframed(NativeCodecs.lz4(), in, size);
          case LZ4_RAW -> unpack(NativeCodecs.lz4(), in, size);
          case ZSTD -> unpack(NativeCodecs.zstd(), in, size);
          case GZIP -> gunzip(in, size);
        };
    if (out.remaining() != size) {
      throw new CorruptParquetException(
          "a page unpacks to %d bytes; expected %d".formatted(out.remaining(), size));
    }
    return out.order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer unpack(Decompressor decompressor, ByteBuffer in, int size) {
    byte[] out = new byte[size];
    return ByteBuffer.wrap(out, 0, unpack(decompressor, bytes(in, in.remaining()), out, 0));
  }

  private int unpack(Decompressor decompressor, byte[] packed, byte[] out, int from) {
    try {
      return decompressor.decompress(packed, 0, packed.length, out, from, out.length - from);
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new CorruptParquetException("a page is not valid %s data".formatted(this), e);
    }
  }

  /**
   * Hadoop's frames: the length of a frame's content, then blocks until it is complete, each after
   * its length; lengths are int32, big-endian.
   */
  private ByteBuffer unframed(Decompressor decompressor, ByteBuffer in, int size) {
    byte[] out = new byte[size];
    ByteBuffer frames = in.slice().order(ByteOrder.BIG_ENDIAN);
    int at = 0;
    while (frames.hasRemaining()) {
      long end = at + (long) frames.getInt();
      while (at < end) {
        at += unpack(decompressor, bytes(frames, frames.getInt()), out, at);
      }
      if (at != end) {
        throw new CorruptParquetException("a frame of LZ4 data differs from its declared length");
      }
    }
    return ByteBuffer.wrap(out, 0, at);
  }

  private static byte[] bytes(ByteBuffer in, int count) {
    if (count < 0 || count > in.remaining()) {
      throw new CorruptParquetException(
          "%d packed bytes, where %d are left".formatted(count, in.remaining()));
    }
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static ByteBuffer gunzip(ByteBuffer in, int size) throws IOException {
    try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes(in, in.remaining())))) {
      return ByteBuffer.wrap(unpacked.readNBytes(size));
    } catch (EOFException | ZipException e) {
      throw new CorruptParquetException("a page is not valid GZIP data", e);
    }
  }
}
