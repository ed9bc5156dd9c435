package dev.atoll.train.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureScaling;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequiredDataTest {
  @Test
  void meansOfNoTrainingNodesAreRefused() {
    try (Dataset world = SmallWorld.of(false)) {
      int nodes = world.graph().nodeCount();
      MemorySegment roles = world.memory().allocate(nodes);
      for (int node = 0; node < nodes; node++) {
        roles.set(JAVA_BYTE, node, (byte) Split.TEST);
      }
      Dataset tested = world.withSplits(Map.of("split", new Split("split", nodes, roles)));
      TrainingPlan plan =
          TrainingPlan.of(ModelSpec.sage()).with(FeatureScaling.STANDARD).inductively();
      var e =
          assertThrows(
              BadDataException.class, () -> RequiredData.rows(WorkerData.of(tested), plan));
      assertEquals(
          "features.normalize=standard needs means of the training nodes, but split 'split' of"
              + " dataset %s has none; choose another split or features.normalize=none"
                  .formatted(world.name()),
          e.getMessage());
    }
  }
}
