package dev.atoll.formats.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.Dataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetisImporterTest extends ImportFixture {
  @Test
  void readsNeighborsAndNodesWithoutAny() throws Exception {
    try (Dataset found = imported(file("% comment\n4 2\n2\n1 4\n\n2\n"))) {
      assertEquals(4, found.graph().nodeCount());
      assertEquals(List.of(0L, 3L), neighbors(found, 1));
      assertEquals(List.of(), neighbors(found, 2));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'3 2 1', '2 9', '1 9 3 8', '2 8'",
    "'3 2 011', '5 2 9', '5 1 9 3 8', '5 2 8'",
    "'3 2 110 2', '1 5 6 2', '1 5 6 1 3', '1 5 6 2'",
    "'3 2 10', '5 2', '5 1 3', '5 2'"
  })
  void weightsAreSkipped(String head, String one, String two, String three) throws Exception {
    try (Dataset found = imported(file(String.join("\n", head, one, two, three, "")))) {
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
      assertEquals(4, found.graph().edgeCount());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "2 2\\n2\\n1\\n ! the first line says 2 edges, so 4 neighbours; found 2",
        "3 1\\n2\\n1\\n ! ends after 2 of the 3 nodes",
        "2 1\\n2\\n1\\n\\n1\\n ! line 5: more lines than the 2 nodes of the first line",
        "2 1\\n3\\n1\\n ! line 2: neighbour 3; expected 1 to 2",
        "2 1\\n0\\n1\\n ! line 2: neighbour 0; expected 1 to 2",
        "2 1\\nx\\n1\\n ! line 2: expected a whole number of up to 18 digits, found 'x'",
        "2 1 7\\n2\\n1\\n ! line 1: format '7'; expected up to three digits 0 or 1",
        "'' ! empty; expected a first line of nodes and edges"
      })
  void badFilesAreNamed(String text, String message) throws Exception {
    refused(file(text.translateEscapes()), message);
  }

  private Path file(String text) throws Exception {
    return Files.writeString(folder.resolve("mesh.graph"), text);
  }
}
