package dev.atoll.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of bytes, files and streams, in lower-case hexadecimal. */
public final class FileDigest {
  private FileDigest() {}

  public static String of(byte[] bytes) {
    return hex(sha256().digest(bytes));
  }

  public static String of(Path file) throws IOException {
    MessageDigest digest = sha256();
    byte[] block = new byte[1 << 20];
    try (InputStream in = Files.newInputStream(file)) {
      for (int got = in.read(block); got >= 0; got = in.read(block)) {
        digest.update(block, 0, got);
      }
    }
    return hex(digest.digest());
  }

  /** A stream that digests the bytes read from it. */
  public static DigestInputStream over(InputStream in) {
    return new DigestInputStream(in, sha256());
  }

  /** The digest of the bytes read so far. */
  public static String of(DigestInputStream in) {
    return hex(in.getMessageDigest().digest());
  }

  /** A new SHA-256 digest. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
