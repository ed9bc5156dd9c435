package dev.atoll.train.halo.sancus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import dev.atoll.train.halo.ChangeMean;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.RefreshStep;
import dev.atoll.train.halo.Senders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the rules on a step that is simulated, without an exchange. */
class StalenessBoundsTest {
  /** The steps of one layer on all workers. */
  private static final class Steps implements RefreshStep {
    private final int[] lastSent;
    private final ChangeMean changes = new ChangeMean();
    private int epoch;
    private Direction direction = Direction.FORWARD;
    private double change;
    private double norm = 1;

    Steps(int workers) {
      lastSent = new int[workers];
      Arrays.fill(lastSent, NEVER);
    }

    /** Lets a rule decide an epoch; returns the largest age of a worker that does not send. */
    int next(RefreshRule rule) {
      Senders senders = rule.senders(this);
      int oldest = 0;
      for (int worker = 0; worker < lastSent.length; worker++) {
        if (senders.isActive(worker)) {
          lastSent[worker] = epoch;
        }
        oldest = Math.max(oldest, epoch - lastSent[worker]);
      }
      epoch++;
      return oldest;
    }

    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int workers() {
      return lastSent.length;
    }

    @Override
    public int epoch() {
      return epoch;
    }

    @Override
    public Direction direction() {
      return direction;
    }

    @Override
    public int lastSent(int worker) {
      return lastSent[worker];
    }

    @Override
    public long[] allGather(long value) {
      long[] all = new long[lastSent.length];
      Arrays.fill(all, value);
      return all;
    }

    @Override
    public boolean movedSinceSent(ChangeTest test) {
      return lastSent[0] == NEVER || test.isTooFar(change, norm);
    }

    @Override
    public boolean movedSinceSent(int peer, ChangeTest test) {
      return movedSinceSent(test);
    }

    @Override
    public ChangeMean changes() {
      return changes;
    }

    @Override
    public boolean goesTo(int peer) {
      return peer != 0;
    }
  }

  private static long count(Steps steps) {
    return Arrays.stream(steps.lastSent).filter(sent -> sent == steps.epoch - 1).count();
  }

  @Test
  void noWorkerGetsOlderThanTheBound() {
    Randomly.tries(
        60,
        random -> {
          int workers = 1 + random.nextInt(20);
          int bound = random.nextInt(12);
          for (RefreshRule rule :
              new RefreshRule[] {new EpochFixed(bound), new EpochAdaptive(bound)}) {
            var steps = new Steps(workers);
            for (int epoch = 0; epoch < 60; epoch++) {
              int oldest = steps.next(rule);
              assertTrue(oldest <= bound, () -> "%s, %d workers".formatted(rule, workers));
            }
          }
        });
  }

  /**
   * Checks that adaptive workers send as many broadcasts as with the fixed bound, spread over the
   * epochs.
   */
  @ParameterizedTest
  @CsvSource({"4,1", "8,1", "16,1", "8,3", "4,7", "5,2", "3,0"})
  void adaptiveWorkersTakeTurns(int workers, int bound) {
    var steps = new Steps(workers);
    int epochs = 20 * (bound + 1);
    long sent = 0;
    for (int epoch = 0; epoch < epochs; epoch++) {
      steps.next(new EpochAdaptive(bound));
      long now = count(steps);
      sent += now;
      assertTrue(epoch == 0 || now <= Math.ceilDiv(workers, bound + 1), "epoch " + epoch);
    }
    assertEquals(workers * 20.0, (double) sent, 2 * workers);
  }

  @Test
  void theOldestGoesFirst() {
    var steps = new Steps(4);
    steps.epoch = 5;
    steps.lastSent[0] = 4;
    steps.lastSent[1] = 3;
    steps.lastSent[2] = 2;
    steps.lastSent[3] = 2;
    Senders senders = new EpochAdaptive(2).senders(steps);
    assertEquals(2, senders.active().count());
    assertTrue(senders.isActive(2) && senders.isActive(3));
  }

  /** Algorithm 5 as printed reads rows of an age of 2 with a bound of 1, as Figure 14(b) shows. */
  @Test
  void asPrintedTheFirstTwoThatAreDueGoInTheNextEpoch() {
    var steps = new Steps(4);
    List<Set<Integer>> sent = new ArrayList<>();
    List<Integer> oldest = new ArrayList<>();
    for (int epoch = 0; epoch < 8; epoch++) {
      oldest.add(steps.next(new FirstDue(1)));
      sent.add(senders(steps));
    }
    Set<Integer> front = Set.of(0, 1);
    Set<Integer> back = Set.of(2, 3);
    Set<Integer> none = Set.of();
    assertEquals(List.of(Set.of(0, 1, 2, 3), none, none, front, back, none, front, back), sent);
    assertEquals(List.of(0, 1, 2, 3, 1, 2, 2, 1), oldest);
  }

  @ParameterizedTest
  @CsvSource({"6,1,false", "7,1,true", "8,2,false", "9,2,true"})
  void asPrintedTheLastOfManyWorkersAreForgotten(int workers, int bound, boolean forgotten) {
    var steps = new Steps(workers);
    int oldest = 0;
    for (int epoch = 0; epoch < 60; epoch++) {
      oldest = steps.next(new FirstDue(bound));
    }
    assertEquals(forgotten, oldest == 59, () -> Arrays.toString(steps.lastSent));
  }

  private static Set<Integer> senders(Steps steps) {
    return IntStream.range(0, steps.lastSent.length)
        .filter(worker -> steps.lastSent[worker] == steps.epoch - 1)
        .boxed()
        .collect(Collectors.toSet());
  }

  @Test
  void theGapIsRelativeOrAbsolute() {
    var steps = new Steps(2);
    var relative = new VariationGap(GapBound.relative(0.5));
    var absolute = new VariationGap(new GapBound(0.5, GapNorm.ABSOLUTE, 0));
    steps.next(relative);
    steps.norm = 10;
    steps.change = 4.9;
    assertFalse(relative.senders(steps).isActive(0));
    assertTrue(absolute.senders(steps).isActive(0));
    steps.norm = 0.9;
    steps.change = 0.5;
    assertTrue(relative.senders(steps).isActive(0));
    assertFalse(absolute.senders(steps).isActive(0));
  }

  @Test
  void aCalibratedBoundIsAMultipleOfTheMeanChangeOfAnEpoch() {
    var rule = new VariationGap(new GapBound(1.5, GapNorm.RELATIVE, 3));
    var steps = new Steps(2);
    steps.next(rule);
    steps.norm = 2;
    steps.change = 0.4;
    assertEquals(0, steps.next(rule));
    steps.change = 0.8;
    assertEquals(0, steps.next(rule));
    assertEquals((0.2 + 0.4) / 2, steps.changes.mean(), 1e-7);
    steps.change = 2 * 0.44;
    assertEquals(1, steps.next(rule));
    steps.change = 2 * 0.46;
    assertEquals(0, steps.next(rule));
    assertEquals(2, steps.changes.count());
  }

  @Test
  void forwardOnlySendsEveryGradient() {
    var rule = new ForwardOnly(new EpochFixed(1));
    var steps = new Steps(3);
    steps.next(rule);
    assertEquals(0, rule.senders(steps).active().count());
    steps.direction = Direction.BACKWARD;
    assertEquals(3, rule.senders(steps).active().count());
    assertFalse(rule.usesStale(Direction.BACKWARD));
  }

  @Test
  void oneEpochOfCalibrationIsRefused() {
    var e =
        assertThrows(IllegalArgumentException.class, () -> new GapBound(1, GapNorm.RELATIVE, 1));
    assertTrue(e.getMessage().contains("exchange.calibration=1"), e.getMessage());
  }
}
