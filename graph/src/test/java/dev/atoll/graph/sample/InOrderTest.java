package dev.atoll.graph.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InOrderTest {
  private final InOrder order = new InOrder();
  private final List<Integer> run = new ArrayList<>();

  @Test
  void chunksThatComeTooEarlyWait() {
    order.begin(4);
    order.finished(2, run::add);
    order.finished(1, run::add);
    assertTrue(run.isEmpty());
    order.finished(0, run::add);
    assertEquals(List.of(0, 1, 2), run);
    order.finished(3, run::add);
    assertEquals(List.of(0, 1, 2, 3), run);
  }

  /** Whoever comes while a step runs leaves its chunk to the thread that runs it. */
  @Test
  void oneThreadAtATimeRunsSteps() {
    order.begin(3);
    order.finished(
        0,
        chunk -> {
          run.add(chunk);
          if (chunk == 0) {
            order.finished(1, _ -> run.add(-1));
            assertEquals(List.of(0), run);
          }
        });
    assertEquals(List.of(0, 1), run);
    order.finished(2, run::add);
    assertEquals(List.of(0, 1, 2), run);
  }

  @Test
  void everyBatchBeginsAnewWhateverItsSize() {
    for (int chunks : new int[] {3, 63, 64, 65, 200, 2, 250, 251}) {
      run.clear();
      order.begin(chunks);
      for (int chunk = chunks - 1; chunk > 0; chunk--) {
        order.finished(chunk, run::add);
      }
      assertTrue(run.isEmpty());
      order.finished(0, run::add);
      assertEquals(IntStream.range(0, chunks).boxed().toList(), run);
    }
  }
}
