package dev.atoll.formats.parquet;

import dev.atoll.formats.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** How the pages of a column are packed, by Parquet's numbers. */
enum Codec {
  UNCOMPRESSED,
  SNAPPY,
  GZIP,
  LZO,
  BROTLI,
  LZ4,
  ZSTD,
  LZ4_RAW;

  private static final int LARGEST_PAGE = 1 << 28;
  private static final List<Codec> BY_NUMBER = List.of(values());

  static Codec numbered(long number) {
    if (number < 0 || number >= BY_NUMBER.size()) {
      throw new BufferUnderflowException();
    }
    return BY_NUMBER.get((int) number);
  }

  boolean isKnown() {
    return switch (this) {
      case UNCOMPRESSED, SNAPPY, GZIP, LZ4_RAW, ZSTD -> true;
      case LZO, BROTLI, LZ4 -> false;
    };
  }

  /** Unpacks bytes that take {@code size} in the end. */
  ByteBuffer unpack(ByteBuffer packed, int size) throws IOException {
    if (size < 0 || size > LARGEST_PAGE) {
      throw new BufferUnderflowException();
    }
    ByteBuffer in = packed.order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer out =
        switch (this) {
          case UNCOMPRESSED -> in;
          case SNAPPY -> ByteBuffer.wrap(Snappy.unpack(in, size));
          case LZ4_RAW -> ByteBuffer.wrap(Lz4.unpack(in, size));
          case ZSTD -> ByteBuffer.wrap(Zstd.unpack(in, size));
          case GZIP -> gunzip(in, size);
          default -> throw new IllegalStateException(this + " is not unpacked");
        };
    if (out.remaining() != size) {
      throw new BufferUnderflowException();
    }
    return out.order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer gunzip(ByteBuffer in, int size) throws IOException {
    byte[] packed = new byte[in.remaining()];
    in.get(packed);
    try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return ByteBuffer.wrap(unpacked.readNBytes(size));
    }
  }
}
