package dev.atoll.formats.npy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzTest {
  private static final int[] FLIPS = {1, 0x80, 0xFF};

  @TempDir private Path folder;

  @Test
  void arraysAreReadByName() throws IOException {
    Path file = Files.write(folder.resolve("two.npz"), archive());
    try (Npz archive = Npz.open(file);
        Arena memory = Arena.ofConfined()) {
      assertEquals(Set.of("x", "y"), archive.names());
      assertEquals(3, archive.array("x", memory).elementCount());
    }
  }

  /** Every truncation and every damaged byte gives the arrays, or an error that names the file. */
  @Test
  void damageIsNamed() throws IOException {
    byte[] sound = archive();
    for (int i = 0; i < sound.length; i++) {
      openOrRefuse(Arrays.copyOf(sound, i));
      for (int flip : FLIPS) {
        byte[] damaged = sound.clone();
        damaged[i] ^= (byte) flip;
        openOrRefuse(damaged);
      }
    }
  }

  /** Real arrays of this size deflate to more bytes: this one would keep an import busy. */
  @Test
  void anArrayThatInflatesTooMuchIsRefusedByName() throws IOException {
    long numbers = 400_000_000;
    byte[] content = new byte[2 << 20];
    new SplittableRandom(1).nextBytes(content); // does not deflate: the entry has 2 MiB
    Path file = folder.resolve("inflated.npz");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      zip.write(header(numbers));
      zip.write(content);
      zip.closeEntry();
    }
    try (Npz archive = Npz.open(file);
        Arena memory = Arena.ofConfined()) {
      var e = assertThrows(BadDataException.class, () -> archive.array("x", memory));
      for (String part :
          List.of(
              file + "(x)",
              "takes %d bytes".formatted(numbers * Integer.BYTES),
              "at most %d".formatted(1 << 30),
              "store the array uncompressed")) {
        assertTrue(e.getMessage().contains(part), e.getMessage());
      }
    }
  }

  /** Small arrays may be all zeros, which deflate does best; large ones have 1/200 at least. */
  @Test
  void theRatioThatIsBelievedFallsWithTheSize() {
    assertEquals(1_100_000, Npy.inflated(1000));
    assertEquals(1L << 30, Npy.inflated(2 << 20));
    assertEquals(200L << 30, Npy.inflated(1 << 30));
    assertEquals(Long.MAX_VALUE, Npy.inflated(Long.MAX_VALUE));
  }

  private void openOrRefuse(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("damaged.npz"), content);
    try (Npz archive = Npz.open(file);
        Arena memory = Arena.ofConfined()) {
      for (String name : archive.names()) {
        archive.find(name, memory);
      }
    } catch (BadDataException e) {
      assertTrue(e.getMessage().contains("damaged.npz"), e.getMessage());
    }
  }

  private static byte[] archive() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (String name : new String[] {"x", "y"}) {
        zip.putNextEntry(new ZipEntry(name + ".npy"));
        write(zip);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Three numbers, as NumPy writes them. */
  private static void write(OutputStream out) throws IOException {
    out.write(header(3));
    ByteBuffer array = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    out.write(array.putInt(4).putInt(5).putInt(6).array());
  }

  private static byte[] header(long numbers) {
    String dictionary =
        "{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }".formatted(numbers);
    String header = dictionary + " ".repeat(117 - dictionary.length()) + "\n";
    ByteBuffer array = ByteBuffer.allocate(10 + header.length()).order(ByteOrder.LITTLE_ENDIAN);
    array.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    array.put((byte) 1).put((byte) 0).putShort((short) header.length());
    return array.put(header.getBytes(StandardCharsets.US_ASCII)).array();
  }
}
