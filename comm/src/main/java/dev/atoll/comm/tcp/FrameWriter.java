package dev.atoll.comm.tcp;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.function.Supplier;

/** Numbers the frames of a connection and puts their headers in front. */
final class FrameWriter extends ChannelOutboundHandlerAdapter {
  private int sequence;

  /** A message that is filled when its turn comes. */
  record Unfilled(MessageTag tag, long label, Supplier<Message> filled) {}

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    TcpFrame frame = message instanceof Unfilled later ? fill(later, promise) : (TcpFrame) message;
    ByteBuf header = context.alloc().directBuffer(TcpFrame.HEADER_BYTES);
    frame.writeHeader(header, sequence++);
    ChannelFuture _ = context.write(header);
    ChannelFuture _ = context.write(frame.content(), promise);
  }

  private static TcpFrame fill(Unfilled frame, ChannelPromise written) {
    Message message = frame.filled().get();
    written.addListener(_ -> message.close());
    return TcpFrame.message(frame.tag(), frame.label(), Connection.wrap(message.payload()));
  }
}
