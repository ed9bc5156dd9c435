package dev.atoll.recipe.engine;

import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with the secret of a run, which its hosts share; only its owner may read it. */
final class SecretFile {
  private static final int LEAST_CHARACTERS = 16;

  /** The entropy of 16 random hexadecimal digits, in bits: the least that a secret must have. */
  private static final int LEAST_BITS = 64;

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---r--r--");

  private SecretFile() {}

  /**
   * Reads the secret in a file.
   *
   * @throws BadDataException when others can read it, or it is short or easily guessed
   */
  static String read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw BadDataException.at(
          file, "no such file; expected the run's secret, which the lead shows where it has it");
    }
    if (isPosix(file) && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
      throw BadDataException.at(
          file, "others can read the secret; expected that you alone can: chmod 600 " + file);
    }
    String secret = Files.readString(file, StandardCharsets.UTF_8).strip();
    if (secret.length() < LEAST_CHARACTERS) {
      throw BadDataException.at(
          file,
          "a secret of %d characters; expected at least %d, such as from openssl rand -hex 32"
              .formatted(secret.length(), LEAST_CHARACTERS));
    }
    if (mostBits(secret) < LEAST_BITS) {
      throw BadDataException.at(
          file,
          "a secret of %d different characters, which can be guessed; expected a random one, such as from openssl rand -hex 32"
              .formatted(secret.chars().distinct().count()));
    }
    return secret;
  }

  /**
   * The entropy in bits of a secret whose characters are drawn uniformly from its distinct
   * characters.
   */
  private static double mostBits(String secret) {
    return secret.length() * Math.log((double) secret.chars().distinct().count()) / Math.log(2);
  }

  /** Writes a new secret; replaces an older one. */
  static String create(Path file) throws IOException {
    String secret = RunIdentity.random(1).secret();
    Files.deleteIfExists(file);
    if (isPosix(file)) {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER));
    }
    Files.writeString(file, secret + "\n", StandardCharsets.UTF_8);
    return secret;
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
