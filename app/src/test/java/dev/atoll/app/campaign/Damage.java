package dev.atoll.app.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random damage to the bytes of a file. */
final class Damage {
  /** Words that readers of numbers and texts get wrong. */
  private static final List<String> WORDS =
      List.of(
          "",
          "-1",
          "-2",
          "nan",
          "inf",
          "-inf",
          "1e999",
          "0x10",
          "2147483647",
          "2147483648",
          "4611686018427387904",
          "99999999999999999999",
          "1000000000",
          "1.5",
          ",",
          "\"",
          "\n",
          "\r",
          "\t",
          "\0",
          "[",
          "{",
          "null",
          "é",
          "  ",
          "\n\n",
          "../x");

  private Damage() {}

  /** Other bytes than the given ones. */
  static byte[] damaged(byte[] bytes, RandomGenerator random) {
    byte[] other = bytes;
    for (int tries = 0; Arrays.equals(other, bytes); tries++) {
      other = tries < 50 ? once(bytes, random) : append(bytes, random);
    }
    return other;
  }

  private static byte[] once(byte[] bytes, RandomGenerator random) {
    if (bytes.length == 0) {
      return append(bytes, random);
    }
    return switch (random.nextInt(9)) {
      case 0 -> flipped(bytes, random, 1);
      case 1 -> flipped(bytes, random, 1 + random.nextInt(20));
      case 2 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 3 -> append(bytes, random);
      case 4 -> zeroed(bytes, random);
      case 5, 6 -> number(bytes, random);
      case 7 -> word(bytes, random);
      default -> moved(bytes, random);
    };
  }

  private static byte[] flipped(byte[] bytes, RandomGenerator random, int bits) {
    byte[] other = bytes.clone();
    for (int i = 0; i < bits; i++) {
      other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return other;
  }

  private static byte[] append(byte[] bytes, RandomGenerator random) {
    byte[] other = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(100));
    for (int i = bytes.length; i < other.length; i++) {
      other[i] = (byte) random.nextInt(256);
    }
    return other;
  }

  private static byte[] zeroed(byte[] bytes, RandomGenerator random) {
    byte[] other = bytes.clone();
    int from = random.nextInt(other.length);
    Arrays.fill(other, from, Math.min(other.length, from + 1 + random.nextInt(512)), (byte) 0);
    return other;
  }

  /** One digit of a text becomes another, or a byte any other. */
  private static byte[] number(byte[] bytes, RandomGenerator random) {
    int from = random.nextInt(bytes.length);
    byte[] other = bytes.clone();
    for (int i = 0; i < bytes.length; i++) {
      int at = (from + i) % bytes.length;
      if (bytes[at] >= '0' && bytes[at] <= '9') {
        other[at] = (byte) ('0' + random.nextInt(10));
        return other;
      }
    }
    other[from] = (byte) random.nextInt(256);
    return other;
  }

  /** A word in place of a few bytes, or between them. */
  private static byte[] word(byte[] bytes, RandomGenerator random) {
    byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(ISO_8859_1);
    int from = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, from + random.nextInt(6));
    byte[] other = new byte[bytes.length - (to - from) + word.length];
    System.arraycopy(bytes, 0, other, 0, from);
    System.arraycopy(word, 0, other, from, word.length);
    System.arraycopy(bytes, to, other, from + word.length, bytes.length - to);
    return other;
  }

  /** A piece of the file in another place of it. */
  private static byte[] moved(byte[] bytes, RandomGenerator random) {
    byte[] other = bytes.clone();
    int length = 1 + random.nextInt(Math.min(64, bytes.length));
    int from = random.nextInt(bytes.length - length + 1);
    int to = random.nextInt(bytes.length - length + 1);
    System.arraycopy(bytes, from, other, to, length);
    return other;
  }
}
