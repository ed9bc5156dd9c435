package dev.atoll.formats.text;

import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;

/** Text without its byte order mark. */
final class UnifiedText {
  private static final int PEEKED = 3;

  private UnifiedText() {}

  static InputStream of(InputStream raw, Path path) throws IOException {
    var in = new PushbackInputStream(raw, PEEKED);
    byte[] head = in.readNBytes(PEEKED);
    if (starts(head, 0xFF, 0xFE) || starts(head, 0xFE, 0xFF)) {
      throw BadDataException.at(path, "text in UTF-16; save it as UTF-8");
    }
    int from = starts(head, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    in.unread(head, from, head.length - from);
    return in;
  }

  private static boolean starts(byte[] head, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (i >= head.length || (head[i] & 0xFF) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
