package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.Arena;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatasetTest {
  private final Arena memory = Arena.ofAuto();

  /** A dataset all of whose components differ from those of a graph alone. */
  private Dataset full() {
    return new Dataset(
        "full",
        graph(),
        Optional.of(
            new Features.Dense(
                2, 1, Features.Element.F32, memory.allocateFrom(JAVA_FLOAT, 3f, 4f))),
        Optional.of(new Labels.Single(2, 2, memory.allocateFrom(JAVA_INT, 0, 1))),
        Map.of("split", split("split")),
        Optional.of("accuracy"),
        Optional.of(new NodeIds.Numbers(2, memory.allocateFrom(JAVA_LONG, 7, 8))),
        Optional.of(links()),
        new DatasetNames(List.of(), List.of("no", "yes")),
        memory);
  }

  private CsrGraph graph() {
    return new CsrGraph(
        2, memory.allocateFrom(JAVA_LONG, 0, 1, 2), memory.allocateFrom(JAVA_INT, 1, 0));
  }

  private Links links() {
    return Links.all(
        1,
        memory.allocateFrom(JAVA_INT, 0),
        memory.allocateFrom(JAVA_INT, 1),
        Optional.empty(),
        1,
        memory.allocateFrom(JAVA_BYTE, (byte) Split.TRAIN),
        true);
  }

  private Split split(String name) {
    return new Split(name, 2, memory.allocateFrom(JAVA_BYTE, (byte) 0, (byte) 1));
  }

  @Test
  void copyKeepsAllComponents() throws ReflectiveOperationException {
    Dataset full = full();
    Dataset bare = Dataset.of("bare", graph(), Arena.ofAuto());
    for (RecordComponent part : Dataset.class.getRecordComponents()) {
      assertNotEquals(
          part.getAccessor().invoke(bare), part.getAccessor().invoke(full), part.getName());
    }
    assertEquals(full, full.withMetric("accuracy"));
  }

  @Test
  void copyChangesOneComponent() {
    Dataset full = full();
    assertEquals("mrr", full.withMetric("mrr").metric().orElseThrow());
    assertEquals(full, full.withMetric("mrr").withMetric("accuracy"));
    assertEquals(full, full.with(graph()).with(full.graph()));
    assertEquals(full, full.with(links()).with(full.links().orElseThrow()));
    assertEquals(full, full.withSplits(Map.of()).withSplits(full.splits()));
    assertEquals(full, full.with(DatasetNames.NONE).with(full.names()));
    assertEquals(full, full.withMemory(Arena.ofAuto()).withMemory(memory));
  }
}
