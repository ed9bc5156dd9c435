package dev.atoll.train.halo.exchange;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.PeerRows;
import dev.atoll.train.halo.codec.Fp32;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.HaloRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests one channel of three workers and two columns, driven by hand. */
class LayerChannelTest {
  private static final Arena ARENA = Arena.ofAuto();
  private static final int WORKERS = 3;
  private static final int COLS = 2;

  private static LayerChannel channel(RowCodec codec, boolean whole) {
    return new LayerChannel(WORKERS, COLS, codec, whole, ARENA, Optional.empty());
  }

  private static LayerChannels channels(Backend backend, Workspace kept) {
    var how = new ExchangePlan(new HaloRows(), new Always(), new Halves());
    return new LayerChannels(WORKERS, how, backend, kept, ARENA);
  }

  private static MemorySegment floats(float... elements) {
    return ARENA.allocateFrom(JAVA_FLOAT, elements);
  }

  private static float[] elements(MemorySegment memory) {
    return memory.toArray(JAVA_FLOAT);
  }

  @Test
  void aLaneIsFilledOnceEveryWorkerHasSent() {
    LayerChannel channel = channel(new Fp32(), false);
    for (int worker = 0; worker < WORKERS; worker++) {
      assertFalse(channel.isFilled());
      assertEquals(-1, channel.lastSent(worker));
      channel.stamp(worker, 4 + worker);
    }
    assertTrue(channel.isFilled());
    assertEquals(5, channel.lastSent(1));
    assertEquals(COLS, channel.cols());
  }

  @Test
  void messagesHoldTheRowsThatGoOrAllOfTheirOwner() {
    PeerRows rows = PeerRows.of(new int[] {3, 0}, 5);
    assertEquals(2 * 8, channel(new Fp32(), false).messageBytes(rows));
    assertEquals(5 * 8, channel(new Fp32(), true).messageBytes(rows));
    assertEquals(2 * 6, channel(new Int8(), false).messageBytes(rows));
    assertEquals(24, channel(new Fp32(), false).bytes(3));
    assertTrue(channel(new Fp32(), false).isPlain(false));
    assertTrue(channel(new Fp32(), true).isPlain(true));
    assertFalse(channel(new Fp32(), true).isPlain(false));
    assertFalse(channel(new Int8(), false).isPlain(true));
  }

  @Test
  void rowsStandOneAfterTheOtherOrAtTheirPlacesInTheBlock() {
    PeerRows rows = PeerRows.of(new int[] {2, 0}, 3);
    MemorySegment message = floats(9, 9, 9, 9);
    LayerChannel channel = channel(new Fp32(), false);
    channel.encode(floats(1, 2, 3, 4), rows, 1, message);
    assertArrayEquals(new float[] {1, 2, 3, 4}, elements(message));

    MemorySegment block = floats(9, 9, 9, 9, 9, 9);
    LayerChannel whole = channel(new Fp32(), true);
    whole.encode(floats(1, 2, 3, 4), rows, 1, block);
    assertArrayEquals(new float[] {3, 4, 0, 0, 1, 2}, elements(block));
    MemorySegment read = floats(0, 0, 0, 0);
    whole.decode(block, rows, false, read);
    assertArrayEquals(new float[] {1, 2, 3, 4}, elements(read));
  }

  @Test
  void chosenRowsGoToTheirPlacesOrOneAfterTheOther() {
    PeerRows rows = PeerRows.of(new int[] {7, 8, 9}, 10).chosen(new int[] {0, 2});
    MemorySegment read = floats(9, 9, 9, 9, 9, 9);
    channel(new Fp32(), false).decode(floats(1, 2, 3, 4), rows, true, read);
    assertArrayEquals(new float[] {1, 2, 9, 9, 3, 4}, elements(read));
    channel(new Fp32(), false).decode(floats(1, 2, 3, 4), rows, false, read);
    assertArrayEquals(new float[] {1, 2, 3, 4, 3, 4}, elements(read));
  }

  /** A lossy codec: half a number is sent as nothing. */
  private record Halves() implements RowCodec {
    @Override
    public long rowBytes(int elements) {
      return elements;
    }

    @Override
    public void encode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
      for (int c = 0; c < elements; c++) {
        float element = from.get(JAVA_FLOAT, at + 4L * c);
        to.set(JAVA_BYTE, toAt + c, (byte) Math.floor(element));
      }
    }

    @Override
    public void decode(MemorySegment from, long at, int elements, MemorySegment to, long toAt) {
      for (int c = 0; c < elements; c++) {
        byte whole = from.get(JAVA_BYTE, at + c);
        to.set(JAVA_FLOAT, toAt + 4L * c, whole);
      }
    }

    @Override
    public boolean feedsErrorsBack() {
      return true;
    }
  }

  @Test
  void whatWasLostIsSentTheNextTime() {
    LayerChannel channel = channel(new Halves(), false);
    PeerRows rows = PeerRows.of(new int[] {0, 1}, 2);
    MemorySegment message = ARENA.allocate(4);
    MemorySegment read = floats(0, 0, 0, 0);
    assertEquals(0, channel.lostBytes());
    channel.encode(floats(1.5f, 2, 0.25f, 7), rows, 2, message);
    channel.decode(message, rows, false, read);
    assertArrayEquals(new float[] {1, 2, 0, 7}, elements(read));
    assertEquals(16, channel.lostBytes());
    channel.encode(floats(1.5f, 2, 0.25f, 7), rows, 2, message);
    channel.decode(message, rows, false, read);
    assertArrayEquals(new float[] {2, 2, 0, 7}, elements(read));
    channel.encode(floats(1.5f, 2, 0.5f, 7), rows, 2, message);
    channel.decode(message, rows, false, read);
    assertArrayEquals(new float[] {1, 2, 1, 7}, elements(read), "a half and two quarters are one");
    channel.encode(floats(1.5f, 2, 0.5f, 7), rows, 1, message);
    channel.decode(message, rows, false, read);
    assertArrayEquals(new float[] {1, 2, 0, 7}, elements(read), "errors are those of one peer");
  }

  @Test
  void staleRowsAreKeptPerPeer() {
    LayerChannel channel = channel(new Fp32(), false);
    MemorySegment stale = channel.stale(1, 3);
    assertEquals(24, stale.byteSize());
    assertEquals(24, channel.cacheBytes());
    assertEquals(stale.address(), channel.stale(1, 3).address());
    assertEquals(0, channel.stale(2, 0).byteSize());
    assertEquals(24, channel.cacheBytes());
  }

  @Test
  void savedLanesComeBack() {
    try (var cpu = CpuBackend.open(1);
        var workspace = cpu.newWorkspace()) {
      var channels = channels(cpu, workspace);
      LayerChannel channel = channels.of(1, Direction.BACKWARD, COLS);
      assertEquals(channel, channels.of(1, Direction.BACKWARD, COLS));
      channel.stamp(0, 7);
      channel.stamp(2, 9);
      channel.changes().add(0.5);
      channel.changes().add(1.5);
      channel.stale(1, 2).copyFrom(floats(1, 2, 3, 4));
      PeerRows rows = PeerRows.of(new int[] {0}, 1);
      channel.encode(floats(0.5f, 0.25f), rows, 2, ARENA.allocate(2));
      Matrix sent = workspace.matrix(2, COLS);
      cpu.upload(floats(5, 6, 7, 8), sent);
      channel.keepSent(1, sent);
      channels.of(0, Direction.FORWARD, COLS).stamp(1, 3);

      record Part(int rows, int cols, MemorySegment elements) {}
      Map<String, Part> saved = new LinkedHashMap<>();
      channels.save(
          ARENA,
          (name, rowCount, cols, memory) ->
              saved.put(name, new Part(rowCount, cols, floats(elements(memory)))));
      assertEquals(1, saved.keySet().stream().filter(name -> name.endsWith("changes")).count());
      var again = channels(cpu, workspace);
      saved.forEach((name, part) -> again.restore(name, part.rows, part.cols, part.elements));

      LayerChannel restored = again.of(1, Direction.BACKWARD, COLS);
      assertEquals(7, restored.lastSent(0));
      assertEquals(-1, restored.lastSent(1));
      assertEquals(9, restored.lastSent(2));
      assertEquals(1, restored.changes().mean());
      assertEquals(2, restored.changes().count());
      assertArrayEquals(new float[] {1, 2, 3, 4}, elements(restored.stale(1, 2)));
      assertEquals(channel.cacheBytes(), again.cacheBytes());
      assertEquals(8, again.lostBytes());
      MemorySegment message = ARENA.allocate(2);
      MemorySegment read = floats(0, 0);
      restored.encode(floats(0.5f, 0.75f), rows, 2, message);
      restored.decode(message, rows, false, read);
      assertArrayEquals(new float[] {1, 1}, elements(read));
      MemorySegment copy = floats(0, 0, 0, 0);
      cpu.download(restored.sent(1), copy);
      assertArrayEquals(new float[] {5, 6, 7, 8}, elements(copy));
      assertNull(restored.sent(0));
      assertEquals(3, again.of(0, Direction.FORWARD, COLS).lastSent(1));
      assertEquals(-1, again.of(0, Direction.BACKWARD, COLS).lastSent(1));
    }
  }
}
