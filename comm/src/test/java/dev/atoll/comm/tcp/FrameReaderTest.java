package dev.atoll.comm.tcp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.mail.MemoryPool;
import dev.atoll.testkit.Randomly;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Frames from bytes, without a network. */
class FrameReaderTest {
  private static final int[] LENGTHS = {0, 1, 100, 4096, 1 << 17, 5000, 0, (1 << 17) - 1, 7};

  /** A receiver that records what a reader passes to it. */
  private static final class Received implements FrameReader.Receiver {
    private final List<byte[]> payloads = new ArrayList<>();
    private final List<TcpFrame.Header> headers = new ArrayList<>();
    private int pauses;
    private int ends;
    private Throwable why;

    /** Memory for the payload of a frame, by its label. */
    private final Map<Long, Message> slots = new HashMap<>();

    @Override
    public Message slot(TcpFrame.Header header) {
      return slots.get(header.label());
    }

    @Override
    public void received(TcpFrame.Header header, Message payload) {
      headers.add(header);
      payloads.add(payload.payload().toArray(JAVA_BYTE));
      payload.close();
    }

    @Override
    public void pause() {
      pauses++;
    }

    @Override
    public void ended(Throwable cause) {
      ends++;
      why = cause;
    }
  }

  private final Received received = new Received();
  private final FrameReader reader = new FrameReader(new MemoryPool(1 << 20), received);
  private final EmbeddedChannel channel = new EmbeddedChannel(reader);

  private static byte[] payload(int index) {
    byte[] bytes = new byte[LENGTHS[index]];
    new SplittableRandom(index).nextBytes(bytes);
    return bytes;
  }

  /** The frames as sent by a writer. */
  private static ByteBuf frames() {
    var writer = new EmbeddedChannel(new FrameWriter());
    for (int i = 0; i < LENGTHS.length; i++) {
      var tag = new MessageTag(Purpose.BOUNDARY, i);
      writer.writeOutbound(
          new TcpFrame(TcpFrame.Kind.MESSAGE, tag, 100 + i, Unpooled.wrappedBuffer(payload(i))));
    }
    ByteBuf all = Unpooled.directBuffer();
    for (ByteBuf part; (part = writer.readOutbound()) != null; ) {
      all.writeBytes(part);
      part.release();
    }
    return all;
  }

  private void assertAllCame() {
    assertEquals(LENGTHS.length, received.payloads.size());
    for (int i = 0; i < LENGTHS.length; i++) {
      assertArrayEquals(payload(i), received.payloads.get(i));
      assertEquals(100 + i, received.headers.get(i).label());
      assertEquals(new MessageTag(Purpose.BOUNDARY, i), received.headers.get(i).tag());
    }
  }

  @Test
  void framesAreAssembledFromPiecesOfAnySize() {
    Randomly.tries(
        10,
        random -> {
          var test = new FrameReaderTest();
          ByteBuf all = frames();
          int reads = 0;
          while (all.isReadable()) {
            int most = random.nextInt(3) == 0 ? 40 : 100_000;
            test.channel.writeInbound(
                all.readRetainedSlice(Math.min(all.readableBytes(), random.nextInt(1, most))));
            reads++;
          }
          test.assertAllCame();
          assertEquals(reads, test.received.pauses);
          assertEquals(1, all.refCnt(), "every piece is released");
        });
  }

  /** Reads like a connection: large payloads directly, other bytes into a buffer. */
  @Test
  void largePayloadsAreReadStraight() {
    ByteBuf all = frames();
    int straight = 0;
    while (all.isReadable()) {
      ByteBuf into = reader.missing();
      if (into == null) {
        int most = reader.bytesAtOnce();
        into = Unpooled.directBuffer(most, most);
      } else {
        assertTrue(into.writableBytes() >= 4096);
        straight++;
      }
      into.writeBytes(all, Math.min(Math.min(into.writableBytes(), 3 << 14), all.readableBytes()));
      channel.writeInbound(into);
    }
    assertAllCame();
    assertTrue(straight >= 4, straight + " straight reads");
  }

  @Test
  void afterALargePayloadOnlyAHeaderIsRead() {
    ByteBuf all = frames();
    assertEquals(1 << 15, reader.bytesAtOnce());
    int headers = 4 * TcpFrame.HEADER_BYTES;
    channel.writeInbound(all.readRetainedSlice(headers + 1 + 100 + 4096));
    assertEquals(1 << 15, reader.bytesAtOnce());
    assertNull(reader.missing());
    channel.writeInbound(all.readRetainedSlice(TcpFrame.HEADER_BYTES));
    assertEquals(1 << 17, reader.missing().writableBytes());
    assertEquals(1 << 15, reader.bytesAtOnce(), "a payload is being received");
    ByteBuf rest = reader.missing();
    rest.writeBytes(all, (1 << 17) - 4096);
    channel.writeInbound(rest);
    assertEquals(4096, reader.missing().writableBytes());
    rest = reader.missing();
    rest.writeBytes(all, 1);
    channel.writeInbound(rest);
    assertNull(reader.missing(), "4095 bytes are copied");
    channel.writeInbound(all.readRetainedSlice(4095));
    assertEquals(TcpFrame.HEADER_BYTES, reader.bytesAtOnce());
    channel.writeInbound(all.readRetainedSlice(2));
    assertEquals(TcpFrame.HEADER_BYTES - 2, reader.bytesAtOnce());
  }

  @Test
  void payloadsAreReadIntoTheReceiversMemory() {
    MemoryPool own = new MemoryPool(0);
    for (int i = 1; i < LENGTHS.length; i += 3) {
      received.slots.put(100L + i, own.allocate(100 + i, LENGTHS[i]));
    }
    List<MemorySegment> slots = received.slots.values().stream().map(Message::payload).toList();
    channel.writeInbound(frames());
    assertAllCame();
    for (MemorySegment slot : slots) {
      assertTrue(
          received.payloads.stream().anyMatch(p -> Arrays.equals(p, slot.toArray(JAVA_BYTE))));
    }
  }

  @Test
  void memoryOfAPayloadThatEndsEarlyIsLeft() {
    Message slot = new MemoryPool(0).allocate(102, LENGTHS[2]);
    received.slots.put(102L, slot);
    channel.writeInbound(frames().readRetainedSlice(3 * TcpFrame.HEADER_BYTES + 50));
    assertEquals(LENGTHS[2], slot.payload().byteSize());
    channel.close().syncUninterruptibly();
    assertThrows(IllegalStateException.class, slot::payload, "it is closed");
  }

  @Test
  void aDamagedPayloadEndsTheConnection() {
    ByteBuf all = frames();
    int at = 2 * TcpFrame.HEADER_BYTES;
    all.setByte(at, all.getByte(at) ^ 4);
    channel.writeInbound(all);
    assertEquals(1, received.payloads.size(), "the first is whole, the others are not read");
    assertFalse(channel.isActive());
    assertEquals(1, received.ends);
    assertEquals("the checksum of 1 bytes on boundary/1 is wrong", received.why.getMessage());
    assertEquals(0, all.refCnt());
  }

  @Test
  void theEndInTheMiddleOfAFrameIsTold() {
    ByteBuf all = frames();
    channel.writeInbound(all.readRetainedSlice(3 * TcpFrame.HEADER_BYTES + 50));
    channel.close().syncUninterruptibly();
    assertEquals(1, received.ends);
    assertNull(received.why);
    assertEquals(2, received.payloads.size());
  }
}
