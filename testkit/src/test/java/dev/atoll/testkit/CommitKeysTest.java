package dev.atoll.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitKeysTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final String OTHER = "1123456789abcdef0123456789abcdef01234567";
  private static final String NONE = "0".repeat(40);

  @TempDir private Path folder;

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String commitBelow(String place) throws IOException {
    return CommitKeys.commit(Files.createDirectories(folder.resolve(place)));
  }

  @Test
  void branch() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(".git/refs/heads/main", COMMIT + "\n");
    write(".git/packed-refs", OTHER + " refs/heads/main\n");
    assertEquals(COMMIT, commitBelow("module/src"));
  }

  @Test
  void packedBranch() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(
        ".git/packed-refs",
        "# pack-refs with: peeled\n%s refs/heads/x/refs/heads/main\n%s refs/heads/main\n^%s\n"
            .formatted(OTHER, COMMIT, OTHER));
    assertEquals(COMMIT, commitBelow("module"));
  }

  @Test
  void detachedHead() throws IOException {
    write(".git/HEAD", COMMIT + "\n");
    assertEquals(COMMIT, commitBelow("."));
  }

  @Test
  void linkedWorkTree() throws IOException {
    write("one/.git/worktrees/two/HEAD", "ref: refs/heads/side\n");
    write("one/.git/worktrees/two/commondir", "../..\n");
    write("one/.git/refs/heads/side", COMMIT + "\n");
    write("two/.git", "gitdir: " + folder.resolve("one/.git/worktrees/two") + "\n");
    assertEquals(COMMIT, commitBelow("two/module"));
  }

  @Test
  void repositoryWithoutCommits() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main\n");
    assertEquals(NONE, commitBelow("module"));
  }

  @Test
  void keysWithoutACommitAreFixed() {
    assertEquals(246_878_686_639L, CommitKeys.ofCommit(NONE));
  }

  @Test
  void commitsHaveKeysOfTheirOwn() {
    assertNotEquals(CommitKeys.ofCommit(COMMIT), CommitKeys.ofCommit(COMMIT.replace('7', '6')));
    assertTrue(CommitKeys.ofCommit("f".repeat(64)) >= 0, "also those of SHA-256");
  }

  @Test
  void aRunDrawsTheKeysOfItsCommit() {
    assertEquals(
        CommitKeys.ofCommit(CommitKeys.commit(Path.of("").toAbsolutePath())), CommitKeys.first());
    assertEquals(CommitKeys.random().nextLong(), CommitKeys.random().nextLong());
  }
}
