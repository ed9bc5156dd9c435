package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.metric.Metrics;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.LinkSpec.Metric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranks and recalls against slow ones that follow their definitions. */
class LinkEvaluationTest {
  private static final int NODES = 60;
  private static final int WIDTH = 4;
  private static final int LINKS = 300;

  private final CpuBackend cpu = CpuBackend.open(2);
  private final DeviceMemory memory = new DeviceMemory(cpu);
  private final Arena arena = Arena.ofShared();
  private final Random random = new Random(11);
  private final float[] rows = new float[NODES * WIDTH];

  LinkEvaluationTest() {
    for (int i = 0; i < rows.length; i++) {
      rows[i] = random.nextInt(3) - 1;
    }
  }

  @AfterEach
  void close() {
    memory.close();
    cpu.close();
    arena.close();
  }

  @Test
  void filteredRanksOfSymmetricLinks() {
    Links links = links(0, true);
    var figures = exam(links, Metric.MRR, 0);
    double sum = 0;
    int within = 0;
    for (long link : links.withRole(Split.TEST)) {
      double rank = rank(links, links.head(link), links.tail(link));
      sum += 1 / rank;
      within += rank <= 3 ? 1 : 0;
    }
    int count = links.count(Split.TEST);
    assertEquals(sum / count, figures.get("mrr"), 1e-6);
    assertEquals((double) within / count, figures.get("hits@3"), 1e-9);
  }

  /**
   * The rank: one more than the number of better candidates, plus half the number of equal ones.
   */
  private double rank(Links links, int head, int tail) {
    float own = dot(head, tail);
    double rank = 1;
    for (int other = 0; other < NODES; other++) {
      if (other != tail && !linked(links, head, other)) {
        rank += dot(head, other) > own ? 1 : dot(head, other) == own ? 0.5 : 0;
      }
    }
    return rank;
  }

  private static boolean linked(Links links, int a, int b) {
    for (int i = 0; i < links.count(); i++) {
      boolean forth = links.head(i) == a && links.tail(i) == b;
      boolean back = links.symmetric() && links.head(i) == b && links.tail(i) == a;
      if (forth || back) {
        return true;
      }
    }
    return false;
  }

  @Test
  void recallAmongTheBestTails() {
    Links links = links(30, false);
    var figures = exam(links, Metric.RECALL, 0);
    double recall = 0;
    double gain = 0;
    int heads = 0;
    for (int head = 0; head < NODES; head++) {
      int user = head;
      List<Integer> wanted = new ArrayList<>();
      List<Integer> items = new ArrayList<>();
      for (int tail = 30; tail < NODES; tail++) {
        if (has(links, head, tail, Split.TEST)) {
          wanted.add(tail);
        }
        if (!has(links, head, tail, Split.TRAIN) && isTail(links, tail)) {
          items.add(tail);
        }
      }
      if (wanted.isEmpty()) {
        continue;
      }
      heads++;
      items.sort(Comparator.comparingDouble((Integer t) -> -dot(user, t)));
      for (int place = 0; place < Math.min(20, items.size()); place++) {
        if (wanted.contains(items.get(place))) {
          recall += 1.0 / wanted.size();
          gain += Metrics.gain(place) / Metrics.idealGain(Math.min(20, wanted.size()));
        }
      }
    }
    assertEquals(recall / heads, figures.get("recall@20"), 1e-9);
    assertEquals(gain / heads, figures.get("ndcg@20"), 1e-9);
  }

  private static boolean has(Links links, int head, int tail, int role) {
    for (int i = 0; i < links.count(); i++) {
      if (links.head(i) == head && links.tail(i) == tail && links.role(i) == role) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTail(Links links, int node) {
    for (int i = 0; i < links.count(); i++) {
      if (links.tail(i) == node) {
        return true;
      }
    }
    return false;
  }

  @Test
  void fewCandidatesAreDrawnTheSameEveryTime() {
    Links links = links(0, true);
    var few = exam(links, Metric.AUC, 12);
    assertEquals(few, exam(links, Metric.AUC, 12));
    assertTrue(few.keySet().containsAll(List.of("auc", "averagePrecision", "mrr", "hits@3")));
    assertTrue(few.get("mrr") > exam(links, Metric.MRR, 0).get("mrr"), "fewer rivals");
  }

  private Map<String, Double> exam(Links links, Metric metric, int candidates) {
    var spec =
        new LinkSpec(
            Decoder.Kind.DOT,
            1,
            LinkSpec.Source.UNIFORM,
            1,
            LinkSpec.Loss.BCE,
            true,
            metric,
            List.of(1, 3),
            candidates);
    var exam = new LinkEvaluation(spec, WorkerData.of(dataset(links)), RandomKey.ofSeed(1));
    var factory = new ParameterFactory(memory, RandomKey.ofSeed(1));
    Decoder decoder = Decoder.create(Decoder.Kind.DOT, WIDTH, 1, 1, factory);
    try (var scores =
        new PairScores(cpu, decoder, arena.allocateFrom(JAVA_FLOAT, rows), NODES, WIDTH)) {
      return exam.of(scores, Split.TEST);
    }
  }

  private float dot(int a, int b) {
    float sum = 0;
    for (int c = 0; c < WIDTH; c++) {
      sum += rows[a * WIDTH + c] * rows[b * WIDTH + c];
    }
    return sum;
  }

  /**
   * @param items the first node that is a tail; 0 where every node may be one
   */
  private Links links(int items, boolean symmetric) {
    MemorySegment heads = arena.allocate(JAVA_INT, LINKS);
    MemorySegment tails = arena.allocate(JAVA_INT, LINKS);
    MemorySegment roles = arena.allocate(LINKS);
    int count = 0;
    var seen = new ArrayList<Integer>();
    while (count < LINKS) {
      int head = random.nextInt(items == 0 ? NODES : items);
      int tail = items + random.nextInt(NODES - items);
      int pair = Math.min(head, tail) * NODES + Math.max(head, tail);
      if (head != tail && !seen.contains(pair)) {
        seen.add(pair);
        heads.setAtIndex(JAVA_INT, count, head);
        tails.setAtIndex(JAVA_INT, count, tail);
        roles.set(JAVA_BYTE, count, (byte) (count % 3 == 0 ? Split.TEST : Split.TRAIN));
        count++;
      }
    }
    return Links.all(count, heads, tails, Optional.empty(), 1, roles, symmetric);
  }

  private Dataset dataset(Links links) {
    var empty = new CsrGraph(NODES, arena.allocate(JAVA_LONG, NODES + 1L), arena.allocate(4));
    return Dataset.of("links", empty, arena).with(links);
  }
}
