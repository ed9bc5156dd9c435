package dev.atoll.comm.tcp;

import dev.atoll.comm.Message;
import dev.atoll.comm.mail.MemoryPool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Assembles frames from received bytes, in the receiver's memory or in pooled memory that it gets.
 * Most of a large payload is read straight into it; bytes that are read together with a header are
 * copied.
 */
final class FrameReader extends ChannelInboundHandlerAdapter {
  /** Receives the frames of a connection, and its end. */
  interface Receiver {
    /** The receiver's own memory for a payload that begins to arrive, or null. */
    Message slot(TcpFrame.Header header);

    void received(TcpFrame.Header header, Message payload);

    /** Called when all bytes that were read are processed. */
    void pause();

    void ended(Throwable why);
  }

  private static final int READ_STRAIGHT_BYTES = 1 << 12;

  /**
   * The size of payloads after which another large one is expected, so that its header is read
   * separately.
   */
  private static final int LARGE_BYTES = 1 << 17;

  private static final int BUFFER_BYTES = 1 << 15;

  private final MemoryPool pool;
  private final Receiver receiver;

  /**
   * On the heap, because a channel that closes before it is active fires no event that could
   * release it.
   */
  private final ByteBuf head = Unpooled.buffer(TcpFrame.HEADER_BYTES, TcpFrame.HEADER_BYTES);

  private final CRC32C checksum = new CRC32C();
  private int sequence;
  private TcpFrame.Header header;
  private Message message;
  private ByteBuffer target;
  private boolean straight;
  private boolean afterLarge;
  private Throwable broken;

  FrameReader(MemoryPool pool, Receiver receiver) {
    this.pool = pool;
    this.receiver = receiver;
  }

  /** The missing rest of the payload being received, to read into; null when it is small. */
  ByteBuf missing() {
    straight = header != null && target.remaining() >= READ_STRAIGHT_BYTES;
    return straight ? Unpooled.wrappedBuffer(target.slice()).clear() : null;
  }

  /**
   * The bytes to read when nothing is {@link #missing}: without payload bytes that would be copied.
   */
  int bytesAtOnce() {
    return header == null && afterLarge ? head.writableBytes() : BUFFER_BYTES;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes)
      throws CorruptFrameException {
    ByteBuf in = (ByteBuf) bytes;
    try {
      while (broken == null && in.isReadable()) {
        read(in);
      }
    } finally {
      in.release();
    }
    receiver.pause();
  }

  private void read(ByteBuf in) throws CorruptFrameException {
    if (header == null) {
      head.writeBytes(in, Math.min(head.writableBytes(), in.readableBytes()));
      if (head.isWritable()) {
        return;
      }
      begin();
    } else if (straight) {
      advance(in);
    } else {
      fill(in);
    }
    if (!target.hasRemaining()) {
      finish();
    }
  }

  private void begin() throws CorruptFrameException {
    header = TcpFrame.readHeader(head, sequence++);
    head.clear();
    Message slot = receiver.slot(header);
    message = slot == null ? pool.allocate(header.label(), header.length()) : slot;
    target = message.payload().asByteBuffer();
    checksum.reset();
  }

  private void fill(ByteBuf in) {
    int count = Math.min(target.remaining(), in.readableBytes());
    ByteBuffer part = in.internalNioBuffer(in.readerIndex(), count);
    checksum.update(part.duplicate());
    target.put(part);
    in.skipBytes(count);
  }

  /** Advances after bytes that were read directly into their destination. */
  private void advance(ByteBuf in) {
    int count = in.readableBytes();
    checksum.update(in.nioBuffer());
    target.position(target.position() + count);
    in.skipBytes(count);
  }

  private void finish() throws CorruptFrameException {
    if ((int) checksum.getValue() != header.checksum()) {
      throw new CorruptFrameException(
          "the checksum of %d bytes on %s is wrong".formatted(header.length(), header.tag()));
    }
    TcpFrame.Header done = header;
    afterLarge = done.length() >= LARGE_BYTES;
    Message whole = message;
    header = null;
    message = null;
    receiver.received(done, whole);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken = cause;
    ChannelFuture _ = context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (message != null) {
      message.close();
      message = null;
    }
    receiver.ended(broken);
  }
}
