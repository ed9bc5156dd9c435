package dev.atoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Random keys of tests, derived from the commit that is checked out: all runs of one commit draw
 * the same cases, and the next commit draws others. Changes that are not committed make no
 * difference. Outside a git repository the keys are fixed.
 */
public final class CommitKeys {
  /** The number of keys; the largest is one less. */
  static final long KEYS = 1L << 40;

  private static final String NO_COMMIT = "0".repeat(40);
  private static final long FIRST = ofCommit(commit(Path.of("").toAbsolutePath()));

  private CommitKeys() {}

  /** The first of a series of keys. */
  public static long first() {
    return FIRST;
  }

  /** A generator for tests that draw few things and need no key of their own. */
  public static RandomGenerator random() {
    return random(FIRST);
  }

  /** The generator of a key; generators of adjacent keys are unrelated. */
  static RandomGenerator random(long key) {
    return new SplittableRandom(new SplittableRandom(key).nextLong());
  }

  static long ofCommit(String commit) {
    long hash = new BigInteger(commit, 16).longValue();
    return new SplittableRandom(hash).nextLong(KEYS);
  }

  /**
   * The commit that is checked out in a folder or in its nearest ancestor that is a git work tree.
   *
   * @return hexadecimal digits, all 0 if there is none
   */
  static String commit(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        try {
          return head(repository(at.resolve(".git"))).orElse(NO_COMMIT);
        } catch (IOException e) {
          throw new UncheckedIOException("cannot read the commit in " + at.resolve(".git"), e);
        }
      }
    }
    return NO_COMMIT;
  }

  /**
   * Resolves the file that replaces the {@code .git} folder in a linked work tree or a submodule.
   */
  private static Path repository(Path git) throws IOException {
    return Files.isDirectory(git)
        ? git
        : git.resolveSibling(after("gitdir: ", Files.readString(git).strip()).orElseThrow());
  }

  private static Optional<String> head(Path repository) throws IOException {
    String head = Files.readString(repository.resolve("HEAD")).strip();
    Optional<String> branch = after("ref: ", head);
    return branch.isEmpty() ? Optional.of(head) : commitOf(branch.get(), common(repository));
  }

  /** The folder with the branches; a linked work tree shares that of its repository. */
  private static Path common(Path repository) throws IOException {
    Path file = repository.resolve("commondir");
    return Files.exists(file) ? repository.resolve(Files.readString(file).strip()) : repository;
  }

  private static Optional<String> commitOf(String branch, Path repository) throws IOException {
    Path loose = repository.resolve(branch);
    if (Files.exists(loose)) {
      return Optional.of(Files.readString(loose).strip());
    }
    Path packed = repository.resolve("packed-refs");
    if (!Files.exists(packed)) {
      return Optional.empty();
    }
    return Files.readAllLines(packed).stream()
        .filter(line -> line.endsWith(" " + branch))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst();
  }

  private static Optional<String> after(String prefix, String line) {
    return line.startsWith(prefix)
        ? Optional.of(line.substring(prefix.length()))
        : Optional.empty();
  }
}
