package dev.atoll.graph.sample.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.sample.locality.SampledReads.Sampling;
import dev.atoll.testkit.Randomly;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SampledReadsTest {
  private static final RandomKey KEY = RandomKey.ofSeed(1);

  @Test
  void allNeighboursOfAllSeedsCanBeCounted() {
    Randomly.tries(
        30,
        random -> {
          int nodes = random.nextInt(1, 80);
          int parts = random.nextInt(1, 5);
          CsrGraph graph = Graphs.random(nodes, random.nextInt(200), random);
          var cut = new Partitioning(parts, random.ints(nodes, 0, parts).toArray());
          long[] seeds = LongStream.range(0, nodes).filter(_ -> random.nextBoolean()).toArray();
          var sampling = new Sampling(nodes, List.of(1000, 1000));
          var reads = SampledReads.estimate(graph, cut, seeds, sampling, KEY, 2);
          for (int part = 0; part < parts; part++) {
            Set<Long> reached = new HashSet<>();
            for (long seed : seeds) {
              if (cut.partOf((int) seed) == part) {
                reached.add(seed);
              }
            }
            for (int hop = 0; hop < 2; hop++) {
              for (long v : List.copyOf(reached)) {
                for (long i = 0; i < graph.inDegree(v); i++) {
                  reached.add((long) graph.inNeighbor(v, i));
                }
              }
            }
            int own = part;
            double local = reached.stream().filter(v -> cut.partOf(v.intValue()) == own).count();
            assertEquals(local, reads.localRows().get(part));
            assertEquals(reached.size() - local, reads.remoteRows().get(part));
          }
          double locals = reads.localRows().stream().mapToDouble(Double::doubleValue).sum();
          assertEquals(locals, reads.allLocalRows());
        });
  }

  @Test
  void theEstimateIsWhatSampledEpochsRead() {
    CsrGraph graph = Graphs.random(4000, 30_000, new Random(3));
    var cut = new ChunkPartitioner().partition(graph, PartitionGoal.of(4));
    long[] seeds = LongStream.range(0, 4000).filter(v -> v % 3 == 0).toArray();
    var sampling = new Sampling(25, List.of(5, 3));
    double estimate = SampledReads.estimate(graph, cut, seeds, sampling, KEY, 2).allRemoteRows();
    double counted = 0;
    int epochs = 5;
    for (int epoch = 0; epoch < epochs; epoch++) {
      counted += countedEpoch(graph, cut, seeds, sampling, new Random(epoch)) / (double) epochs;
    }
    assertEquals(counted, estimate, 0.03 * counted);
  }

  private static long countedEpoch(
      CsrGraph graph, Partitioning cut, long[] seeds, Sampling sampling, Random random) {
    long remote = 0;
    for (int part = 0; part < cut.parts(); part++) {
      int own = part;
      List<Long> mine =
          new ArrayList<>(
              LongStream.of(seeds).filter(v -> cut.partOf((int) v) == own).boxed().toList());
      Collections.shuffle(mine, random);
      for (int from = 0; from < mine.size(); from += sampling.batch()) {
        Set<Long> rows =
            new HashSet<>(mine.subList(from, Math.min(mine.size(), from + sampling.batch())));
        for (int fanout : sampling.fanouts()) {
          for (long v : List.copyOf(rows)) {
            List<Long> neighbors = new ArrayList<>();
            for (long i = 0; i < graph.inDegree(v); i++) {
              neighbors.add((long) graph.inNeighbor(v, i));
            }
            Collections.shuffle(neighbors, random);
            rows.addAll(neighbors.subList(0, Math.min(fanout, neighbors.size())));
          }
        }
        remote += rows.stream().filter(v -> cut.partOf(v.intValue()) != own).count();
      }
    }
    return remote;
  }

  @Test
  void threadsDoNotMatterAndNoSeedsReadNothing() {
    CsrGraph graph = Graphs.grid(30, 30);
    var cut = new ChunkPartitioner().partition(graph, PartitionGoal.of(3));
    long[] seeds = LongStream.range(0, 900).toArray();
    var sampling = new Sampling(10, List.of(2, 2));
    assertEquals(
        SampledReads.estimate(graph, cut, seeds, sampling, KEY, 1),
        SampledReads.estimate(graph, cut, seeds, sampling, KEY, 3));
    var none = SampledReads.estimate(graph, cut, new long[0], sampling, KEY, 1);
    assertEquals(List.of(0.0, 0.0, 0.0), none.remoteRows());
    assertEquals(0, none.allLocalRows());
  }

  @Test
  void samplingNeedsSomething() {
    assertEquals(List.of(1), new Sampling(1, List.of(1)).fanouts());
    assertThrows(IllegalArgumentException.class, () -> new Sampling(0, List.of(1)));
    assertThrows(IllegalArgumentException.class, () -> new Sampling(1, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Sampling(1, List.of(3, 0)));
  }
}
