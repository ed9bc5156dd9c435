package dev.atoll.graph.partition.multilevel.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.testkit.Randomly;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GainTableTest {
  @Test
  void countsWhatASlowOneCountsAfterEveryMove() {
    Randomly.tries(
        30,
        random -> {
          Cuts cuts = Cuts.random(random);
          var table = new GainTable(cuts.state(), null, random.nextInt(1, 4));
          shuffle(cuts, table, random);
          check(cuts, table);
        });
  }

  @Test
  void nodesAwayFromTheBoundaryAreFilledInLater() {
    Randomly.tries(
        30,
        random -> {
          Cuts cuts = Cuts.random(random);
          boolean[] near = new GainTable(cuts.state(), null, 1).boundary();
          var table = new GainTable(cuts.state(), near, 2);
          shuffle(cuts, table, random);
          for (int v = 0; v < cuts.nodes(); v++) {
            assertEquals(isBoundary(cuts, v), table.isBoundary(v));
          }
          check(cuts, table);
        });
  }

  @Test
  void twoPartsAreCountedInPairs() {
    Randomly.tries(
        30,
        random -> {
          Cuts cuts = Cuts.random(random, 2);
          var pairs = new PairGains(cuts.state(), random.nextInt(1, 4));
          shuffle(cuts, pairs, random);
          check(cuts, pairs);
          checkKeys(cuts, pairs, new GainTable(cuts.state(), null, 1), random);
        });
  }

  private static void checkKeys(Cuts cuts, Gains one, Gains other, RandomGenerator random) {
    for (int v = 0; v < cuts.nodes(); v++) {
      int key = random.nextInt(-20, 20);
      int from = random.nextInt(2);
      assertEquals(
          other.keyAfter(v, key, from, 1 - from, 1), one.keyAfter(v, key, from, 1 - from, 1));
    }
  }

  private static void shuffle(Cuts cuts, Gains table, RandomGenerator random) {
    for (int i = random.nextInt(200); i > 0; i--) {
      int to = random.nextInt(cuts.state().parts());
      table.move(random.nextInt(cuts.nodes()), to);
    }
  }

  private static boolean isBoundary(Cuts cuts, int v) {
    for (int part = 0; part < cuts.state().parts(); part++) {
      if (part != cuts.state().part(v) && cuts.weightTo(v, part) > 0) {
        return true;
      }
    }
    return false;
  }

  private static void check(Cuts cuts, Gains table) {
    for (int v = 0; v < cuts.nodes(); v++) {
      long most = Gains.NONE;
      int own = cuts.state().part(v);
      for (int part = 0; part < cuts.state().parts(); part++) {
        int weight = cuts.weightTo(v, part);
        assertEquals(weight, table.weightTo(v, part));
        if (part != own && weight > 0 && cuts.state().fits(v, part)) {
          most = Math.max(most, weight - cuts.weightTo(v, own));
        }
      }
      long best = table.best(v);
      assertEquals(most, best == Gains.NONE ? best : Gains.gain(best));
      checkHeld(cuts, table, v);
      checkAdjacent(cuts, table, v);
    }
  }

  private static void checkAdjacent(Cuts cuts, Gains table, int v) {
    int parts = cuts.state().parts();
    int own = cuts.state().part(v);
    int[] near = new int[parts];
    int[] weights = new int[parts];
    int[] byPart = new int[parts];
    for (int i = table.adjacent(v, near, weights) - 1; i >= 0; i--) {
      byPart[near[i]] = weights[i];
    }
    int most = 0;
    for (int part = 0; part < parts; part++) {
      assertEquals(part == own ? 0 : cuts.weightTo(v, part), byPart[part]);
      most = Math.max(most, byPart[part]);
    }
    assertEquals(most - cuts.weightTo(v, own), table.mostGain(v));
  }

  private static void checkHeld(Cuts cuts, Gains table, int v) {
    int parts = cuts.state().parts();
    int[] all = IntStream.range(0, parts).toArray();
    int[] counts = new int[parts];
    assertEquals(cuts.weightTo(v, parts - 1), table.subtractHeld(v, all, parts, counts, parts - 1));
    for (int part : all) {
      boolean holds = part == cuts.state().part(v) || cuts.weightTo(v, part) > 0;
      assertEquals(holds ? -1 : 0, counts[part]);
    }
  }
}
