package dev.atoll.recipe.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionersTest {
  /** Five edges end at node 0, one at node 1. */
  private static Dataset dataset(Map<String, Split> splits) {
    var graph =
        new CsrGraph(
            6,
            MemorySegment.ofArray(new long[] {0, 5, 6, 6, 6, 6, 6}),
            MemorySegment.ofArray(new int[] {1, 2, 3, 4, 5, 0}));
    return Dataset.of("hub", graph, Arena.ofAuto()).withSplits(splits);
  }

  private static Settings settings(String... pairs) {
    return Settings.of(Arrays.stream(pairs).map(p -> Assignment.ofPair(p, "--set")).toList());
  }

  private static List<String> names(PartitionGoal goal) {
    return goal.balance().stream().map(BalanceConstraint::name).toList();
  }

  @Test
  void everyNameBuildsThePartitionerOfThatName() {
    for (String name : Keys.PARTITIONER.key().type().names()) {
      assertEquals(name, Partitioners.partitioner(settings("partitioner=" + name)).name());
    }
  }

  @Test
  void theDefaultTakesWhatThereIsAndMakesRoomForHubs() {
    PartitionGoal goal = Partitioners.goal(settings(), dataset(Map.of()), 2);
    assertEquals(List.of("nodes", "edges"), names(goal));
    assertEquals(0.03, goal.balance().getFirst().tolerance());
    assertEquals(0.67, goal.balance().getLast().tolerance());
    var split = new Split("split", 6, MemorySegment.ofArray(new byte[] {0, 0, 0, 0, 2, -1}));
    goal = Partitioners.goal(settings(), dataset(Map.of("split", split)), 2);
    assertEquals(List.of("nodes", "edges", "train", "test"), names(goal));
  }

  @Test
  void whatIsNamedMustBeThere() {
    PartitionGoal goal =
        Partitioners.goal(settings("partition.balance=edges:0.5"), dataset(Map.of()), 2);
    assertEquals(0.5, goal.balance().getFirst().tolerance());
    var thrown =
        assertThrows(
            BadDataException.class,
            () -> Partitioners.goal(settings("partition.balance=train"), dataset(Map.of()), 2));
    assertTrue(thrown.getMessage().contains("dataset hub has no split"), thrown.getMessage());
  }
}
