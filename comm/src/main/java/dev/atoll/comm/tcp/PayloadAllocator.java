package dev.atoll.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.util.function.Supplier;

/**
 * Allocates the memory that a connection reads into: the payload being received, so that it need
 * not be copied, or else a buffer for any bytes.
 */
final class PayloadAllocator extends DefaultMaxMessagesRecvByteBufAllocator {
  private static final int BUFFER_BYTES = 1 << 15;

  private final Supplier<ByteBuf> payload;

  /**
   * @param payload the missing part of the payload being received, or null
   */
  PayloadAllocator(Supplier<ByteBuf> payload) {
    this.payload = payload;
  }

  @Override
  public MaxMessageHandle newHandle() {
    return new MaxMessageHandle() {
      @Override
      public ByteBuf allocate(ByteBufAllocator allocator) {
        ByteBuf wanted = payload.get();
        return wanted != null ? wanted : allocator.ioBuffer(guess());
      }

      @Override
      public int guess() {
        return BUFFER_BYTES;
      }
    };
  }
}
