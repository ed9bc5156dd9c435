package dev.atoll.formats.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.files.FileDigest;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.partition.Partitioning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssignmentFileTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("parts.txt");
    AssignmentFile.write(file, new Partitioning(3, new int[] {2, 0, 1, 2}));
    assertEquals("2\n0\n1\n2\n", Files.readString(file));
    Partitioning read = AssignmentFile.read(file, 4, 0);
    assertEquals(3, read.parts());
    assertEquals(2, read.partOf(3));
    assertEquals(5, AssignmentFile.read(file, 4, 5).parts());
    assertEquals(FileDigest.of(file), AssignmentFile.digest(read));
  }

  @Test
  void badLinesAreNamed() throws IOException {
    assertProblem("0\n1\n", 3, "2 lines; expected one per node, 3");
    assertProblem("0\n1\n", 1, "line 2: more lines than the graph's 1 nodes");
    assertProblem("0\n-1\n", 2, "line 2: \"-1\"; expected a part");
    assertProblem("0\n3\n", 2, "line 2: \"3\"; expected a part: a whole number from 0 to 2");
    assertProblem("0\n\nx\n", 2, "line 3: \"x\"; expected a part");
  }

  private void assertProblem(String text, int nodes, String problem) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.txt"), text);
    var thrown = assertThrows(BadDataException.class, () -> AssignmentFile.read(file, nodes, 3));
    assertTrue(thrown.getMessage().contains(problem), thrown.getMessage());
  }
}
