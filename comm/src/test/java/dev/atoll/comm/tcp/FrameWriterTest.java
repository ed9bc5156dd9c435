package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.mail.MemoryPool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class FrameWriterTest {
  private static final MessageTag TAG = new MessageTag(Purpose.FEATURES, 5);

  private final MemoryPool pool = new MemoryPool(1 << 20);
  private final EmbeddedChannel channel = new EmbeddedChannel(new FrameWriter());

  private Message filled(int value) {
    Message message = pool.allocate(0, 4);
    message.payload().set(ValueLayout.JAVA_INT, 0, value);
    return message;
  }

  @Test
  void messagesThatAreFilledLaterTakeTheirTurn() throws Exception {
    ByteBuf first = Unpooled.buffer().writeInt(1);
    Message[] second = new Message[1];
    ChannelFuture _ = channel.write(TcpFrame.message(TAG, 7, first));
    ChannelFuture written =
        channel.write(new FrameWriter.Unfilled(TAG, 8, () -> second[0] = filled(2)));
    channel.flush();
    assertEquals(7, TcpFrame.readHeader(channel.readOutbound(), 0).label());
    assertSame(first, channel.readOutbound());
    TcpFrame.Header header = TcpFrame.readHeader(channel.readOutbound(), 1);
    assertEquals(8, header.label());
    ByteBuf payload = channel.readOutbound();
    assertEquals(2, payload.readIntLE());
    assertEquals(TcpFrame.checksum(payload.resetReaderIndex().nioBuffer()), header.checksum());
    written.sync();
    assertThrows(IllegalStateException.class, second[0]::payload, "its memory is free again");
  }

  @Test
  void aMessageThatCannotBeFilledIsNotCounted() throws Exception {
    ChannelFuture failed =
        channel.write(
            new FrameWriter.Unfilled(
                TAG,
                1,
                () -> {
                  throw new IllegalStateException("no rows");
                }));
    assertEquals("no rows", failed.cause().getMessage());
    channel.writeOutbound(TcpFrame.message(TAG, 2, Unpooled.EMPTY_BUFFER));
    assertEquals(2, TcpFrame.readHeader(channel.readOutbound(), 0).label());
  }

  @Test
  void afterTheEndNothingStaysAllocated() {
    channel.close().syncUninterruptibly();
    ByteBuf late = Unpooled.directBuffer().writeInt(1);
    assertFalse(channel.writeAndFlush(TcpFrame.message(TAG, 1, late)).isSuccess());
    assertEquals(0, late.refCnt());
    Message[] filled = new Message[1];
    var frame = new FrameWriter.Unfilled(TAG, 2, () -> filled[0] = filled(2));
    assertFalse(channel.writeAndFlush(frame).isSuccess());
    assertNull(filled[0], "nobody fills it any more");
  }
}
