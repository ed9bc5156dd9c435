package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.weights.Safetensors.Tensor;
import dev.atoll.train.weights.Weights;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Features followed by the trained embeddings as further columns. */
public final class EmbeddedFeatures {
  private EmbeddedFeatures() {}

  /** The dataset with the scaled features, and beside them the learnt rows. */
  public static Dataset of(Dataset dataset, TrainingPlan plan, Tensor learnt, Arena memory) {
    int nodes = dataset.graph().nodeCount();
    Weights.check(learnt, Weights.EMBEDDINGS, nodes, plan.embeddings().orElseThrow().width());
    FeatureRows features = RequiredData.rows(WorkerData.of(dataset), plan);
    float[] row = new float[features.width()];
    int width = row.length + learnt.cols();
    MemorySegment elements = memory.allocate(JAVA_FLOAT, (long) nodes * width);
    for (int node = 0; node < nodes; node++) {
      features.read(node, row);
      long at = (long) node * width;
      MemorySegment.copy(row, 0, elements, JAVA_FLOAT, at * Float.BYTES, row.length);
      MemorySegment.copy(
          learnt.elements(),
          (long) node * learnt.cols() * Float.BYTES,
          elements,
          (at + row.length) * Float.BYTES,
          (long) learnt.cols() * Float.BYTES);
    }
    return dataset.with(new Features.Dense(nodes, width, Features.Element.F32, elements));
  }
}
