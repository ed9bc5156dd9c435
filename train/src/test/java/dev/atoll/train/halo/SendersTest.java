package dev.atoll.train.halo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.train.halo.bns.EdgeDropping;
import dev.atoll.train.halo.bns.EdgeSampling;
import dev.atoll.train.halo.bns.ImportanceSampling;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.exchange.BufferBytes;
import dev.atoll.train.halo.pipegcn.Pipelined;
import dev.atoll.train.halo.pipegcn.Smoothed;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.ExchangePlan.Content;
import dev.atoll.train.halo.plan.ExchangePlan.Route;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.halo.sancus.EpochFixed;
import dev.atoll.train.halo.sancus.ForwardOnly;
import dev.atoll.train.halo.sancus.GapBound;
import dev.atoll.train.halo.sancus.PeerGap;
import dev.atoll.train.halo.sancus.StaleGradients;
import dev.atoll.train.halo.sancus.VariationGap;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The senders of a step, and policies that fit together. */
class SendersTest {
  @Test
  void broadcastsGoToAllOthers() {
    BitSet active = new BitSet();
    active.set(1);
    Senders senders = Senders.broadcasts(active, 3);
    assertFalse(senders.isByReader());
    assertArrayEquals(new int[] {1}, senders.active().toArray());
    for (int from = 0; from < 3; from++) {
      for (int to = 0; to < 3; to++) {
        assertEquals(from == 1 && to != 1, senders.sends(from, to));
      }
    }
    assertArrayEquals(new int[] {0, 1, 2}, Senders.all(3).active().toArray());
    assertTrue(Senders.all(3).sends(0, 2) && Senders.all(3).sends(2, 0));
    assertEquals(0, Senders.none(3).active().count());
  }

  @Test
  void readersAreTheBitsOfANumber() {
    Senders senders = Senders.toReaders(new long[] {0b110, 0, 0b001});
    assertTrue(senders.isByReader());
    assertArrayEquals(new int[] {0, 2}, senders.active().toArray());
    assertTrue(senders.sends(0, 1));
    assertTrue(senders.sends(0, 2));
    assertFalse(senders.sends(1, 0));
    assertFalse(senders.sends(1, 2));
    assertTrue(senders.sends(2, 0));
    assertFalse(senders.sends(2, 1));
    assertFalse(Senders.toReaders(new long[] {1, 0}).sends(0, 0), "nobody sends to itself");
  }

  @Test
  void changesHaveAMean() {
    var changes = new ChangeMean();
    assertEquals(0, changes.mean());
    changes.add(1);
    changes.add(2.5);
    assertEquals(1.75, changes.mean());
    var restored = new ChangeMean();
    restored.restore(changes.sum(), changes.count());
    assertEquals(1.75, restored.mean());
    assertEquals(2, restored.count());
  }

  @Test
  void theMostBytesAtATimeAreCounted() {
    var bytes = new BufferBytes();
    bytes.take(10);
    bytes.take(20);
    bytes.release(25);
    bytes.take(5);
    assertEquals(30, bytes.maxBytes());
    bytes.take(21);
    assertEquals(31, bytes.maxBytes());
  }

  @Test
  void capabilitiesOfBoundarySamplers() {
    var halo = new HaloRows();
    assertTrue(halo.isFixed() && halo.sendsExactHalo() && halo.keepsCoreEdges());
    assertTrue(halo.allowsStale() && !halo.sendsWholeBlocks());
    var all = new WholeBlocks();
    assertTrue(all.isFixed() && all.sendsWholeBlocks() && !all.sendsExactHalo());
    for (BoundarySampler drawing : drawing(0.5)) {
      assertFalse(drawing.isFixed() || drawing.sendsExactHalo() || drawing.sendsWholeBlocks());
      assertEquals(!(drawing instanceof EdgeDropping), drawing.keepsCoreEdges());
      assertEquals(drawing instanceof NodeSampling, drawing.allowsStale());
    }
    for (BoundarySampler drawing : drawing(1)) {
      assertTrue(drawing.isFixed());
    }
    for (double rate : new double[] {-0.1, 1.1, Double.NaN}) {
      var e = assertThrows(IllegalArgumentException.class, () -> new NodeSampling(rate));
      assertTrue(e.getMessage().startsWith("exchange.rate=" + rate), e.getMessage());
      assertThrows(IllegalArgumentException.class, () -> new EdgeSampling(rate));
      assertThrows(IllegalArgumentException.class, () -> new EdgeDropping(rate));
      assertThrows(IllegalArgumentException.class, () -> new ImportanceSampling(rate));
    }
    assertThrows(UnsupportedOperationException.class, () -> halo.open(null));
    assertThrows(UnsupportedOperationException.class, () -> all.open(null));
  }

  private static List<BoundarySampler> drawing(double rate) {
    return List.of(
        new NodeSampling(rate),
        new EdgeSampling(rate),
        new EdgeDropping(rate),
        new ImportanceSampling(rate));
  }

  @Test
  void plansRefuseWhatDoesNotFit() {
    ExchangePlan exact = plan(new HaloRows(), new Always());
    assertRefused("exchange.route=ring", () -> exact.over(Route.RING));
    assertEquals(Route.RING, plan(new WholeBlocks(), new Always()).over(Route.RING).route());
    assertRefused("stale embeddings", () -> plan(new EdgeSampling(0.5), new EpochFixed(1)));
    assertRefused("pipelined", () -> plan(new NodeSampling(0.5), pipelined(1)));
    assertRefused("peer-gap", () -> plan(new WholeBlocks(), new PeerGap(GapBound.relative(1))));
    assertRefused(
        "peer-gap",
        () -> plan(new WholeBlocks(), new ForwardOnly(new PeerGap(GapBound.relative(1)))));
    plan(new NodeSampling(0.5), pipelined(0));
    assertFalse(exact.inTurn().overlap());
    assertTrue(exact.overlap());
    assertFalse(exact.sendsEmbeddings());
    assertTrue(exact.sending(Content.EMBEDDINGS).sendsEmbeddings());
    assertFalse(exact.refreshesInPart());
    assertFalse(plan(new HaloRows(), new EpochFixed(1)).refreshesInPart());
    assertFalse(plan(new NodeSampling(0.5), new Always()).refreshesInPart());
    assertTrue(plan(new NodeSampling(0.5), new EpochFixed(1)).refreshesInPart());
  }

  private static Pipelined pipelined(int lag) {
    return new Pipelined(lag, Smoothed.NONE, 0.5);
  }

  private static ExchangePlan plan(BoundarySampler rows, RefreshRule refresh) {
    return new ExchangePlan(rows, refresh, RowCodec.fp32());
  }

  private static void assertRefused(String words, Runnable action) {
    var e = assertThrows(IllegalArgumentException.class, action::run);
    assertTrue(e.getMessage().contains(words), e.getMessage());
  }

  @Test
  void rulesSayWhatTheyRead() {
    assertFalse(new Always().usesStale() || new Always().usesStale(Direction.FORWARD));
    assertEquals(0, new Always().lag());
    assertTrue(new Always().smoothing(Direction.FORWARD).isEmpty());
    assertTrue(new EpochFixed(1).usesStale() && !new EpochFixed(1).readsRows());
    var gap = new VariationGap(GapBound.relative(0.5));
    assertTrue(gap.usesStale() && gap.readsRows());
    var perPeer = new PeerGap(GapBound.relative(0.5));
    assertTrue(perPeer.usesStale() && perPeer.readsRows());
    assertTrue(new StaleGradients(1).usesStale());
    var forward = new ForwardOnly(gap);
    assertTrue(forward.usesStale() && forward.readsRows());
    assertTrue(forward.usesStale(Direction.FORWARD));
    assertFalse(new ForwardOnly(new Always()).usesStale(Direction.FORWARD));
    assertFalse(new ForwardOnly(new Always()).usesStale());
    assertFalse(new ForwardOnly(new EpochFixed(1)).readsRows());
    perPeer.checkWorkers(64);
    assertRefused("with 65 workers", () -> perPeer.checkWorkers(65));
    assertRefused("with 65 workers", () -> new ForwardOnly(perPeer).checkWorkers(65));
    assertTrue(pipelined(1).usesStale());
    assertFalse(pipelined(0).usesStale());
    assertRefused("exchange.lag=2", () -> pipelined(2));
    assertRefused("exchange.lag=-1", () -> pipelined(-1));
    for (double decay : new double[] {-0.1, 1, Double.NaN}) {
      assertRefused("weight " + decay, () -> new Pipelined(1, Smoothed.NONE, decay));
    }
    assertEquals(0, new Pipelined(1, Smoothed.NONE, 0).decay());
  }

  @Test
  void smoothingIsOfOneDirectionOrBoth() {
    for (Direction direction : Direction.values()) {
      boolean forward = direction == Direction.FORWARD;
      assertEquals(false, isSmoothed(Smoothed.NONE, direction));
      assertEquals(forward, isSmoothed(Smoothed.FEATURES, direction));
      assertEquals(!forward, isSmoothed(Smoothed.GRADIENTS, direction));
      assertEquals(true, isSmoothed(Smoothed.BOTH, direction));
    }
  }

  private static boolean isSmoothed(Smoothed smoothed, Direction direction) {
    return new Pipelined(1, smoothed, 0.5).smoothing(direction).isPresent();
  }
}
