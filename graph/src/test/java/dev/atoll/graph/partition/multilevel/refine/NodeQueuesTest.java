package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.testkit.Randomly;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NodeQueuesTest {
  private static final int NODES = 60;
  private static final int NONE = -1;

  @Test
  void theFirstQueueWithTheLargestKeyLeads() {
    Randomly.tries(
        50,
        random -> {
          int count = random.nextInt(1, 40);
          var queues = new NodeQueues(NODES, count);
          int[] queueOf = new int[NODES];
          int[] keyOf = new int[NODES];
          Arrays.fill(queueOf, NONE);
          for (int i = 0; i < 400; i++) {
            int v = random.nextInt(NODES);
            int key = random.nextInt(-8, 8);
            if (queueOf[v] == NONE) {
              queueOf[v] = random.nextInt(count);
              keyOf[v] = key;
              queues.insert(queueOf[v], v, key);
            } else if (random.nextBoolean()) {
              keyOf[v] = key;
              queues.update(v, key);
            } else {
              queueOf[v] = NONE;
              queues.remove(v);
            }
            int largest = largest(queueOf, keyOf);
            assertEquals(largest, queues.largest());
            if (largest != NONE) {
              assertEquals(keyOf[queues.node(largest, 0)], queues.topKey());
            }
          }
          queues.clear();
          assertEquals(NONE, queues.largest());
        });
  }

  /** The lowest queue that holds the largest key of all, searched from end to end. */
  private static int largest(int[] queueOf, int[] keyOf) {
    int best = NONE;
    int most = Integer.MIN_VALUE;
    for (int v = 0; v < NODES; v++) {
      if (queueOf[v] != NONE && (keyOf[v] > most || (keyOf[v] == most && queueOf[v] < best))) {
        best = queueOf[v];
        most = keyOf[v];
      }
    }
    return best;
  }
}
