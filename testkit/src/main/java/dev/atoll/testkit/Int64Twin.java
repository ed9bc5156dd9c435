package dev.atoll.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/** A copy of a dataset folder whose {@code indices.npy} is of int64, as NumPy makes by default. */
public final class Int64Twin {
  private static final int HEADER_LENGTH_AT = 8;
  private static final int HEADER_AT = 10;

  private Int64Twin() {}

  /** Copies a folder of int32 indices. */
  public static Path of(Path folder, Path twin) throws IOException {
    Files.createDirectories(twin);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, twin.resolve(file.getFileName()));
      }
    }
    Path indices = twin.resolve("indices.npy");
    byte[] widened = widened(Files.readAllBytes(indices));
    Files.write(indices, widened);
    Path json = twin.resolve("dataset.json");
    String entry =
        "\"indices.npy\" : { \"type\" : \"int64\", \"shape\" : [ %d ], \"bytes\" : %d, \"sha256\" : \"%s\" }"
            .formatted(elements(widened), widened.length, sha256(widened));
    Files.writeString(
        json,
        Files.readString(json)
            .replaceFirst("\"indices\\.npy\" : \\{[^}]*}", entry)
            .replaceFirst(",\\s*\"seal\" : \"[^\"]*\"", ""));
    return twin;
  }

  private static int elements(byte[] int64) {
    return (int64.length - headerEnd(int64)) / Long.BYTES;
  }

  private static int headerEnd(byte[] npy) {
    return HEADER_AT
        + ByteBuffer.wrap(npy).order(ByteOrder.LITTLE_ENDIAN).getShort(HEADER_LENGTH_AT);
  }

  private static byte[] widened(byte[] int32) {
    int end = headerEnd(int32);
    String header = new String(int32, 0, end, StandardCharsets.ISO_8859_1);
    ByteBuffer narrow =
        ByteBuffer.wrap(int32, end, int32.length - end).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer wide =
        ByteBuffer.allocate(end + 2 * narrow.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    wide.put(header.replace("<i4", "<i8").getBytes(StandardCharsets.ISO_8859_1));
    while (narrow.hasRemaining()) {
      wide.putLong(narrow.getInt());
    }
    return wide.array();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
