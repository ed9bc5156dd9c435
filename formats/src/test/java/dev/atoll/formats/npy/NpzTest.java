package dev.atoll.formats.npy;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.Set;
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
    String dictionary = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }";
    String header = dictionary + " ".repeat(117 - dictionary.length()) + "\n";
    ByteBuffer array = ByteBuffer.allocate(10 + header.length() + 12);
    array.order(ByteOrder.LITTLE_ENDIAN);
    array.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    array.put((byte) 1).put((byte) 0).putShort((short) header.length());
    array.put(header.getBytes(StandardCharsets.US_ASCII)).putInt(4).putInt(5).putInt(6);
    out.write(array.array());
  }
}
