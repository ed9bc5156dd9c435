package dev.atoll.formats.npy;

import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The head of a {@code .npy} file.
 *
 * <pre>
 *   0   6   0x93 'NUMPY'
 *   6   2   version: 1.0, 2.0 or 3.0
 *   8   2   length of the text below, little-endian (4 bytes from version 2.0 on)
 *  10   …   {'descr': '&lt;i4', 'fortran_order': False, 'shape': (2, 10556), }  spaces  newline
 * </pre>
 *
 * Spaces fill the head up to a multiple of 64 bytes, so that mapped data starts on a cache line.
 */
public record NpyHeader(NpyType type, List<Long> shape) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;
  private static final int LONGEST = 1 << 20;
  private static final int LONGEST_QUOTE = 80;
  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*('([^']*)'|\\[.*?\\])");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9,\\sL]*)\\)");

  public NpyHeader {
    shape = List.copyOf(shape);
  }

  public static NpyHeader of(NpyType type, long... shape) {
    return new NpyHeader(type, LongStream.of(shape).boxed().toList());
  }

  /** A head and the number of bytes it takes. */
  public record Parsed(NpyHeader header, int length) {}

  /** Reads the head and leaves the stream at the first byte of data. */
  public static Parsed read(InputStream in, String origin) throws IOException {
    byte[] start = in.readNBytes(8);
    if (start.length < 8 || !Arrays.equals(MAGIC, Arrays.copyOf(start, 6))) {
      throw BadDataException.at(origin, "not a .npy array: it does not begin with \\x93NUMPY");
    }
    if (start[6] < 1 || start[6] > 3) {
      throw BadDataException.at(
          origin, ".npy version %d; known are 1, 2 and 3".formatted(start[6]));
    }
    byte[] sizeBytes = in.readNBytes(start[6] == 1 ? 2 : 4);
    long size = 0;
    for (int i = 0; i < sizeBytes.length; i++) {
      size |= (sizeBytes[i] & 0xFFL) << (8 * i);
    }
    byte[] text = size > LONGEST ? new byte[0] : in.readNBytes((int) size);
    if (text.length < size || sizeBytes.length < 2) {
      throw BadDataException.at(origin, "cut off inside the .npy head; copy the file again");
    }
    var charset = start[6] == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    return new Parsed(parse(new String(text, charset), origin), 8 + sizeBytes.length + text.length);
  }

  private static NpyHeader parse(String text, String origin) {
    String descr = field(DESCR, text, origin);
    if (descr.startsWith("[")) {
      throw BadDataException.at(
          origin,
          "a structured array (%s); save each field as an array".formatted(shortened(descr)));
    }
    NpyType type = NpyType.parse(descr.substring(1, descr.length() - 1), origin);
    List<Long> shape =
        Arrays.stream(field(SHAPE, text, origin).split(","))
            .map(part -> part.replace("L", "").strip())
            .filter(part -> !part.isEmpty())
            .map(part -> length(part, origin))
            .toList();
    if (field(ORDER, text, origin).equals("True") && shape.size() > 1) {
      throw BadDataException.at(
          origin,
          "stored column by column (Fortran order); save it row by row:"
              + " np.save(f, np.ascontiguousarray(a))");
    }
    return new NpyHeader(type, shape);
  }

  private static Long length(String text, String origin) {
    if (!text.matches("[0-9]{1,18}")) {
      throw BadDataException.at(
          origin, "impossible shape: '%s' is no length".formatted(shortened(text)));
    }
    return Long.valueOf(text);
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }

  private static String field(Pattern pattern, String text, String origin) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw BadDataException.at(origin, "not a .npy head: %s".formatted(shortened(text.strip())));
    }
    return found.group(1);
  }

  /** The head as written: version 1.0, filled up to a multiple of 64 bytes. */
  public byte[] bytes() {
    String dims =
        shape.size() == 1
            ? shape.getFirst() + ","
            : shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }".formatted(type.descr(), dims);
    int total = (10 + text.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    byte[] head = new byte[total];
    Arrays.fill(head, (byte) ' ');
    System.arraycopy(MAGIC, 0, head, 0, MAGIC.length);
    head[6] = 1;
    head[7] = 0;
    head[8] = (byte) (total - 10);
    head[9] = (byte) ((total - 10) >> 8);
    System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, head, 10, text.length());
    head[total - 1] = '\n';
    return head;
  }

  /** Number of elements; fails on a shape whose size no file can have. */
  public long elementCount() {
    long elements = 1;
    for (long dim : shape) {
      elements = Math.multiplyExact(elements, dim);
    }
    return elements;
  }

  public long dataBytes() {
    return Math.multiplyExact(elementCount(), type.bytes());
  }
}
