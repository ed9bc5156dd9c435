package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TcpFrameTest {
  private static final MessageTag TAG = new MessageTag(Purpose.GRADIENTS, -2);

  private static TcpFrame frame(TcpFrame.Kind kind) {
    byte[] payload = "123456789".getBytes(US_ASCII);
    return new TcpFrame(kind, TAG, 0x0102030405060708L, Unpooled.wrappedBuffer(payload));
  }

  private static ByteBuf header(int sequence) {
    ByteBuf out = Unpooled.buffer();
    frame(TcpFrame.Kind.MESSAGE).writeHeader(out, sequence);
    return out;
  }

  @Test
  void headersAreOnTheWireAsDocumented() {
    byte[] bytes = new byte[TcpFrame.HEADER_BYTES];
    ByteBuf out = header(3);
    assertEquals(TcpFrame.HEADER_BYTES, out.readableBytes());
    out.readBytes(bytes);
    // E3069283 is the published check value of CRC-32C, of the digits 1 to 9.
    assertEquals(
        "00000009"
            + "01"
            + "02"
            + "0000"
            + "fffffffe"
            + "00000003"
            + "0102030405060708"
            + "e3069283",
        HexFormat.of().formatHex(bytes, 0, 28));
    var crc = new CRC32C();
    crc.update(bytes, 0, 28);
    assertEquals((int) crc.getValue(), ByteBuffer.wrap(bytes).getInt(28));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsRead(TcpFrame.Kind kind) throws Exception {
    ByteBuf out = Unpooled.buffer();
    out.writeLong(99); // headers begin anywhere
    frame(kind).writeHeader(out, 7);
    out.readLong();
    TcpFrame.Header header = TcpFrame.readHeader(out, 7);
    assertEquals(new TcpFrame.Header(kind, TAG, 0x0102030405060708L, 9, 0xE3069283), header);
    assertEquals(List.of(TcpFrame.Kind.values()).indexOf(kind) + 1, codeOf(kind));
  }

  private static int codeOf(TcpFrame.Kind kind) {
    ByteBuf out = Unpooled.buffer();
    frame(kind).writeHeader(out, 0);
    return out.getByte(4);
  }

  @Test
  void everyFlippedBitIsNoticed() {
    for (int bit = 0; bit < 8 * TcpFrame.HEADER_BYTES; bit++) {
      ByteBuf in = header(3);
      in.setByte(bit / 8, in.getByte(bit / 8) ^ 1 << bit % 8);
      var e = assertThrows(CorruptFrameException.class, () -> TcpFrame.readHeader(in, 3));
      assertEquals("the checksum of the header of frame 3 is wrong", e.getMessage());
    }
  }

  @Test
  void lostAndRepeatedFramesAreNoticed() {
    var e = assertThrows(CorruptFrameException.class, () -> TcpFrame.readHeader(header(3), 4));
    assertEquals("received frame 3, expected frame 4", e.getMessage());
  }

  @Test
  void headersThatCannotBeAreRefused() throws Exception {
    assertInvalid(in -> in.setByte(4, 0));
    assertInvalid(in -> in.setByte(4, 7));
    assertInvalid(in -> in.setByte(5, Purpose.count()));
    assertInvalid(in -> in.setByte(5, 255));
    assertInvalid(in -> in.setInt(0, -1));
    assertInvalid(in -> in.setInt(0, (1 << 30) + 1));
    ByteBuf longest = changed(in -> in.setInt(0, 1 << 30).setByte(5, Purpose.count() - 1));
    assertEquals(1 << 30, TcpFrame.readHeader(longest, 3).length());
    assertEquals(0, TcpFrame.readHeader(changed(in -> in.setInt(0, 0)), 3).length());
  }

  private static void assertInvalid(Consumer<ByteBuf> change) {
    var e =
        assertThrows(CorruptFrameException.class, () -> TcpFrame.readHeader(changed(change), 3));
    assertEquals("the header of frame 3 is invalid", e.getMessage());
  }

  /** A header with a right checksum. */
  private static ByteBuf changed(Consumer<ByteBuf> change) {
    ByteBuf in = header(3);
    change.accept(in);
    return in.setInt(28, TcpFrame.checksum(in.nioBuffer(0, 28)));
  }
}
