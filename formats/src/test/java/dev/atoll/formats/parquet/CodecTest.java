package dev.atoll.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.lz4.Lz4Compressor;
import io.airlift.compress.v3.lz4.Lz4HadoopStreams;
import io.airlift.compress.v3.snappy.SnappyCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The Zstandard frames are of the reference implementation, named by kind and size of content. */
class CodecTest {
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
    assertArrayEquals(expected, unpack(Codec.ZSTD, Files.readAllBytes(frame), expected.length));
  }

  private static byte[] unpack(Codec codec, byte[] packed, int size) throws IOException {
    ByteBuffer out = codec.unpack(ByteBuffer.wrap(packed), size);
    return Arrays.copyOfRange(out.array(), out.position(), out.limit());
  }

  @Test
  void lz4InHadoopsFramesIsUnpacked() throws Exception {
    byte[] content = content(Path.of("words-300000-0"));
    byte[] packed = framed(content);
    assertArrayEquals(content, unpack(Codec.LZ4, packed, content.length));
    assertSpoiltIsNamed(Codec.LZ4, packed, content.length);
  }

  private static byte[] framed(byte[] content) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var frames = new Lz4HadoopStreams().createOutputStream(out)) {
      frames.write(content, 0, content.length);
    }
    return out.toByteArray();
  }

  @Test
  void spoiltSnappyAndRawLz4AreErrorsOrBytes() throws Exception {
    byte[] content = content(Path.of("mixed-3000-0"));
    assertSpoiltIsNamed(Codec.SNAPPY, packed(SnappyCompressor.create(), content), 3000);
    assertSpoiltIsNamed(Codec.LZ4_RAW, packed(Lz4Compressor.create(), content), 3000);
  }

  private static byte[] packed(Compressor compressor, byte[] content) {
    byte[] out = new byte[compressor.maxCompressedLength(content.length)];
    int size = compressor.compress(content, 0, content.length, out, 0, out.length);
    return Arrays.copyOf(out, size);
  }

  @Test
  void unknownCodecsHaveNoNumber() {
    assertEquals(Optional.of(Codec.ZSTD), Codec.numbered(6));
    assertEquals(Optional.empty(), Codec.numbered(4));
    assertEquals(Optional.empty(), Codec.numbered(99));
    assertEquals("codec 99, which is not supported", Codec.name(99));
  }

  @Test
  void spoiltFramesAreErrorsOrBytes() throws Exception {
    for (String name : new String[] {"words-3000-1", "mixed-3000-19", "skewed-3000-1"}) {
      assertSpoiltIsNamed(Codec.ZSTD, Files.readAllBytes(folder().resolve(name + ".zst")), 3000);
    }
  }

  private static void assertSpoiltIsNamed(Codec codec, byte[] sound, int size) {
    Randomly.tries(
        500,
        random -> {
          byte[] bad = sound.clone();
          bad[random.nextInt(bad.length)] = (byte) random.nextInt();
          try {
            unpack(codec, bad, size);
          } catch (CorruptParquetException | BufferUnderflowException e) {
            return; // reported as corrupt
          }
        });
    for (int length = 0; length < sound.length - 4; length += 1 + sound.length / 100) {
      byte[] cut = Arrays.copyOf(sound, length);
      var e = assertThrows(RuntimeException.class, () -> unpack(codec, cut, size));
      assertTrue(
          e instanceof CorruptParquetException || e instanceof BufferUnderflowException,
          e.toString());
    }
  }

  /** The content that the frames were made from. */
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
    return Path.of(CodecTest.class.getResource("/zstd").toURI());
  }
}
