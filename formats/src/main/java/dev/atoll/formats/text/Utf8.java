package dev.atoll.formats.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Checks that bytes are text in UTF-8. */
final class Utf8 {
  private static final int CHARACTERS = 1 << 13;

  private Utf8() {}

  /** The place of the first byte that is no text; −1 without one. */
  static int firstError(byte[] data, int length) {
    if (isAscii(data, length)) {
      return -1;
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(data, 0, length);
    CharBuffer out = CharBuffer.allocate(CHARACTERS);
    CoderResult found = decoder.decode(in, out, true);
    while (found.isOverflow()) {
      out.clear();
      found = decoder.decode(in, out, true);
    }
    return found.isError() ? in.position() : -1;
  }

  private static boolean isAscii(byte[] data, int length) {
    byte all = 0;
    for (int i = 0; i < length; i++) {
      all |= data[i];
    }
    return all >= 0;
  }
}
