package dev.atoll.train.evaluate;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.metric.NanScoreException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that count their own nodes find what one worker with all of them finds. */
class NodeEvaluatorTest {
  private static final int WORKERS = 3;
  private static final Arena MEMORY = Arena.ofAuto();

  private static Dataset world(String labels) {
    Dataset plain = SmallWorld.of(labels.equals("many"));
    if (!labels.equals("two")) {
      return plain;
    }
    int nodes = plain.graph().nodeCount();
    MemorySegment classes = MEMORY.allocate(JAVA_INT, nodes);
    for (int v = 0; v < nodes; v++) {
      classes.setAtIndex(JAVA_INT, v, v % 7 == 0 ? 1 : 0);
    }
    return plain.with(new Labels.Single(nodes, 2, classes));
  }

  private static MemorySegment logits(long[] ids, int classes) {
    MemorySegment rows = MEMORY.allocate(JAVA_FLOAT, Math.max(1, (long) ids.length * classes));
    for (int row = 0; row < ids.length; row++) {
      var random = new Random(ids[row] % 50); // nodes with equal scores, too
      for (int c = 0; c < classes; c++) {
        rows.setAtIndex(JAVA_FLOAT, (long) row * classes + c, (float) random.nextGaussian());
      }
    }
    return rows;
  }

  /** Every third node, those of the last worker backwards. */
  private static long[] nodesOf(int rank, int nodes) {
    long[] own = LongStream.range(0, nodes).filter(v -> v % WORKERS == rank).toArray();
    return rank < WORKERS - 1
        ? own
        : IntStream.range(0, own.length).mapToLong(i -> own[own.length - 1 - i]).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "two", "many"})
  void countsOfManyWorkersAreThoseOfOne(String labels) {
    try (Dataset world = world(labels)) {
      WorkerData data = WorkerData.of(world);
      Split split = data.split("split");
      int classes = world.labels().orElseThrow().classes();
      int nodes = world.graph().nodeCount();
      long[] all = LongStream.range(0, nodes).toArray();
      Evaluation alone = new NodeEvaluator(data, split, all).score(logits(all, classes));
      assertTrue(alone.test().nodes() > 0);
      ThreadRanks.run(
          WORKERS,
          Limits.DEFAULT,
          transport -> {
            try (var workers = Communicator.on(transport)) {
              long[] own = nodesOf(transport.rank(), nodes);
              var evaluator = new NodeEvaluator(data, split, own, workers, "");
              assertEquals(alone, evaluator.score(logits(own, classes)));
              long outputs = (long) own.length * classes * Float.BYTES;
              if (labels.equals("one")) {
                assertTrue(transport.traffic().bytes(Purpose.CONTROL) < outputs / 2);
              }
              workers.barrier();
            }
            return null;
          });
    }
  }

  @Test
  void allWorkersHearOfOneWorkersNan() {
    try (Dataset world = world("one")) {
      WorkerData data = WorkerData.of(world);
      int nodes = world.graph().nodeCount();
      ThreadRanks.run(
          WORKERS,
          Limits.DEFAULT,
          transport -> {
            try (var workers = Communicator.on(transport)) {
              long[] own = nodesOf(transport.rank(), nodes);
              MemorySegment outputs = logits(own, 4);
              if (transport.rank() == 1) {
                outputs.fill((byte) 0xff);
              }
              var evaluator = new NodeEvaluator(data, data.split("split"), own, workers, "");
              assertThrows(NanScoreException.class, () -> evaluator.score(outputs));
              workers.barrier();
            }
            return null;
          });
    }
  }
}
