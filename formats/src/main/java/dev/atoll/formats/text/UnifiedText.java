package dev.atoll.formats.text;

import dev.atoll.graph.BadDataException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;

/**
 * Text without its byte order mark, and with newlines where lines end with carriage returns alone.
 */
final class UnifiedText {
  private static final int PEEKED = 1 << 16;

  private UnifiedText() {}

  static InputStream of(InputStream raw, Path path) throws IOException {
    var in = new PushbackInputStream(raw, PEEKED);
    byte[] head = in.readNBytes(PEEKED);
    if (starts(head, 0xFF, 0xFE) || starts(head, 0xFE, 0xFF)) {
      throw BadDataException.at(path, "text in UTF-16; save it as UTF-8");
    }
    int from = starts(head, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    in.unread(head, from, head.length - from);
    return endsWithReturns(head) ? new Newlined(in) : in;
  }

  private static boolean starts(byte[] head, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (i >= head.length || (head[i] & 0xFF) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean endsWithReturns(byte[] head) {
    boolean returns = false;
    for (byte b : head) {
      if (b == '\n') {
        return false;
      }
      returns |= b == '\r';
    }
    return returns;
  }

  /** Carriage returns as newlines. */
  private static final class Newlined extends FilterInputStream {
    Newlined(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      return b == '\r' ? '\n' : b;
    }

    @Override
    public int read(byte[] data, int from, int length) throws IOException {
      int got = super.read(data, from, length);
      for (int i = from; i < from + got; i++) {
        data[i] = data[i] == '\r' ? (byte) '\n' : data[i];
      }
      return got;
    }
  }
}
