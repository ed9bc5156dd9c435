package dev.atoll.formats.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.testkit.Randomly;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Frames packed by the reference implementation, named by kind and size of what is in them. */
class ZstdTest {
  @TestFactory
  Stream<DynamicTest> unpacksWhatOthersPacked() throws Exception {
    try (Stream<Path> frames = Files.list(folder())) {
      return frames.sorted().toList().stream()
          .map(
              frame -> DynamicTest.dynamicTest(frame.getFileName().toString(), () -> check(frame)));
    }
  }

  private static void check(Path frame) throws Exception {
    byte[] expected = content(frame);
    assertArrayEquals(
        expected, Zstd.unpack(ByteBuffer.wrap(Files.readAllBytes(frame)), expected.length));
  }

  @Test
  void spoiltFramesAreErrorsOrBytes() throws Exception {
    for (String name : new String[] {"words-3000-1", "mixed-3000-19", "skewed-3000-1"}) {
      byte[] sound = Files.readAllBytes(folder().resolve(name + ".zst"));
      Randomly.tries(
          500,
          random -> {
            byte[] bad = sound.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            try {
              Zstd.unpack(ByteBuffer.wrap(bad), 3000);
            } catch (BufferUnderflowException e) {
              return; // said to be corrupt
            }
          });
      for (int length = 0; length < sound.length - 4; length += 7) {
        byte[] cut = Arrays.copyOf(sound, length);
        assertThrows(BufferUnderflowException.class, () -> Zstd.unpack(ByteBuffer.wrap(cut), 3000));
      }
    }
  }

  /** The same content as the frames were made from. */
  private static byte[] content(Path frame) {
    String[] name = frame.getFileName().toString().split("-", -1);
    int size = Integer.parseInt(name[1]);
    var random = new Sequence(size + name[0].length());
    var out = new ByteArrayOutputStream();
    String[] words = {"graph", "node", "edge ", "neighbour", ", ", "of the ", "sample"};
    for (int i = 0; out.size() < size; i++) {
      switch (name[0]) {
        case "noise" -> out.write(random.next() & 255);
        case "words" -> out.writeBytes(words[random.next() % 7].getBytes(StandardCharsets.UTF_8));
        case "same" -> out.write('x');
        case "skewed" -> out.write(32 - Integer.numberOfLeadingZeros(random.next() & 1023));
        case "ramp" -> {
          for (int b = 0; b < 4; b++) {
            out.write((i / 3) >> (8 * b));
          }
        }
        default -> mixed(random, out);
      }
    }
    return Arrays.copyOf(out.toByteArray(), size);
  }

  private static void mixed(Sequence random, ByteArrayOutputStream out) {
    for (int i = 0; i < 20; i++) {
      out.write(random.next() & 255);
    }
    out.writeBytes("abcdefgh".repeat(random.next() % 9).getBytes(StandardCharsets.UTF_8));
    byte[] before = out.toByteArray();
    int from = random.next() % before.length;
    int to = Math.min(before.length, from + random.next() % 60);
    out.write(before, from, to - from);
  }

  private static final class Sequence {
    private long state;

    Sequence(int seed) {
      this.state = seed;
    }

    int next() {
      state = (state * 1103515245 + 12345) & 0x7FFFFFFF;
      return (int) (state >> 8);
    }
  }

  private static Path folder() throws Exception {
    return Path.of(ZstdTest.class.getResource("/zstd").toURI());
  }
}
