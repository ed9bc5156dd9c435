package dev.atoll.spark.table.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureScaling;
import java.lang.foreign.Arena;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Data that a worker on tables does not have is an error, not a zero. */
class StoredDataTest {
  private static StoredData data() {
    Arena memory = Arena.ofShared();
    return new StoredData(
        4,
        2,
        new Features.Dense(2, 1, Features.Element.F32, memory.allocateFrom(JAVA_FLOAT, 7, 8)),
        new Labels.Single(4, 2, memory.allocateFrom(JAVA_INT, 0, 1, 0, 1)),
        new Split("split", 4, memory.allocate(4)),
        Optional.empty(),
        memory);
  }

  @Test
  void edgesOfTheWholeGraphAreRefused() {
    try (StoredData data = data()) {
      var refused = assertThrows(BadDataException.class, data::graph);
      assertTrue(refused.getMessage().contains("its shard alone"), refused.getMessage());
    }
  }

  @Test
  void otherSplitsAreRefused() {
    try (StoredData data = data()) {
      assertEquals("split", data.split("split").name());
      assertThrows(BadDataException.class, () -> data.split("other"));
    }
  }

  @Test
  void featuresAreThoseOfOwnNodes() {
    TrainingPlan plan = TrainingPlan.of(ModelSpec.sage());
    try (StoredData data = data()) {
      float[] row = new float[1];
      RequiredData.rows(data, plan).read(3, row);
      assertEquals(8, row[0]);
      assertThrows(BadDataException.class, () -> RequiredData.rows(data, plan).read(1, row));
      var refused =
          assertThrows(
              BadDataException.class,
              () -> RequiredData.rows(data, plan.with(FeatureScaling.STANDARD)));
      assertTrue(refused.getMessage().contains("features.normalize=standard"));
    }
  }
}
