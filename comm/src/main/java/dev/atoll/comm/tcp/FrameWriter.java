package dev.atoll.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/** Numbers the frames of a connection and puts their headers in front. */
final class FrameWriter extends ChannelOutboundHandlerAdapter {
  private int sequence;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    TcpFrame frame = (TcpFrame) message;
    ByteBuf header = context.alloc().directBuffer(TcpFrame.HEADER_BYTES);
    frame.writeHeader(header, sequence++);
    ChannelFuture _ = context.write(header);
    ChannelFuture _ = context.write(frame.payload(), promise);
  }
}
