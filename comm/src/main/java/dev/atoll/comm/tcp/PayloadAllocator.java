package dev.atoll.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Allocates the memory that a connection reads into: the payload being received, so that it need
 * not be copied, or else a buffer for any bytes.
 */
final class PayloadAllocator extends DefaultMaxMessagesRecvByteBufAllocator {
  private final Supplier<ByteBuf> payload;
  private final IntSupplier bytes;

  /**
   * @param payload the missing rest of the payload being received, or null
   * @param bytes of a buffer where that is null
   */
  PayloadAllocator(Supplier<ByteBuf> payload, IntSupplier bytes) {
    this.payload = payload;
    this.bytes = bytes;
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
        return bytes.getAsInt();
      }
    };
  }
}
