package dev.atoll.comm.tcp;

import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The unit of transfer on a connection: a header of 32 bytes, big-endian, and the payload.
 *
 * <pre>
 *  0        4      5         6          8        12         16       24            28           32
 *  | length | kind | purpose | 0        | stream | sequence | label  | payload CRC | header CRC | payload …
 * </pre>
 *
 * Checksums are CRC32C; that of the header covers its first 28 bytes. The sequence counts the
 * frames of a connection, so that a lost or repeated one is noticed. Netty releases the payload of
 * a frame that it cannot write any more.
 */
final class TcpFrame extends DefaultByteBufHolder {
  static final int HEADER_BYTES = 32;
  private static final int CHECKED_BYTES = 28;

  private final Kind kind;
  private final MessageTag tag;
  private final long label;

  TcpFrame(Kind kind, MessageTag tag, long label, ByteBuf payload) {
    super(payload);
    this.kind = kind;
    this.tag = tag;
    this.label = label;
  }

  /** The kind of a frame. */
  enum Kind {
    /** A message. */
    MESSAGE((byte) 1),
    /** The last frame of a rank that closes its transport without a failure. */
    GOODBYE((byte) 2),
    /** The last frame of a run that failed: the label is the rank, the payload the reason. */
    FAILURE((byte) 3),
    /** Asks which rank the peer waits for. */
    QUESTION((byte) 4),
    /** The reply to a question: the label is the awaited rank, or negative. */
    WAITING((byte) 5),
    /** Heartbeat: shows that the rank is alive while it has nothing to send. */
    HEARTBEAT((byte) 6);

    private final byte code;

    Kind(byte code) {
      this.code = code;
    }

    static Kind of(byte code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      return null;
    }
  }

  static TcpFrame message(MessageTag tag, long label, ByteBuf payload) {
    return new TcpFrame(Kind.MESSAGE, tag, label, payload);
  }

  /** A received header. */
  record Header(Kind kind, MessageTag tag, long label, int length, int checksum) {}

  /** Writes the header of this frame, with the checksum of its payload. */
  void writeHeader(ByteBuf out, int sequence) {
    int start = out.writerIndex();
    out.writeInt(content().readableBytes());
    out.writeByte(kind.code).writeByte(tag.purpose().number()).writeShort(0);
    out.writeInt(tag.stream()).writeInt(sequence).writeLong(label);
    out.writeInt(checksum(content().nioBuffer()));
    out.writeInt(checksum(out.nioBuffer(start, CHECKED_BYTES)));
  }

  /**
   * Reads a header.
   *
   * @throws CorruptFrameException when it is not as it was sent
   */
  static Header readHeader(ByteBuf in, int sequence) throws CorruptFrameException {
    int expected = checksum(in.nioBuffer(in.readerIndex(), CHECKED_BYTES));
    int length = in.readInt();
    Kind kind = Kind.of(in.readByte());
    int purpose = in.readUnsignedByte();
    in.skipBytes(2);
    int stream = in.readInt();
    int found = in.readInt();
    long label = in.readLong();
    int checksum = in.readInt();
    if (in.readInt() != expected) {
      throw new CorruptFrameException(
          "the checksum of the header of frame %d is wrong".formatted(sequence));
    }
    if (found != sequence) {
      throw new CorruptFrameException(
          "received frame %d, expected frame %d".formatted(found, sequence));
    }
    if (kind == null
        || purpose >= Purpose.count()
        || length < 0
        || length > Transport.MAX_MESSAGE_BYTES) {
      throw new CorruptFrameException("the header of frame %d is invalid".formatted(sequence));
    }
    return new Header(kind, new MessageTag(Purpose.of(purpose), stream), label, length, checksum);
  }

  static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
