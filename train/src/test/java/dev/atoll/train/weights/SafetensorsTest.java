package dev.atoll.train.weights;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.train.weights.Safetensors.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() {
    Path file = folder.resolve("weights.safetensors");
    try (Arena memory = Arena.ofConfined()) {
      MemorySegment elements = memory.allocateFrom(JAVA_FLOAT, 1, 2, 3, 4, 5, 6);
      new Safetensors(Map.of("w", new Tensor(2, 3, elements)), Map.of("model", "gcn")).write(file);
      Safetensors read = Safetensors.read(file, memory);
      assertEquals(Map.of("model", "gcn"), read.metadata());
      assertEquals(3, read.tensors().get("w").cols());
      assertArrayEquals(
          new float[] {1, 2, 3, 4, 5, 6},
          read.tensors().get("w").elements().toArray(JAVA_FLOAT.withByteAlignment(1)));
    }
    assertFalse(Files.exists(folder.resolve("weights.safetensors.tmp")));
  }

  @Test
  void aFileOfSomethingElseIsRejected() throws IOException {
    Path file = Files.write(folder.resolve("x"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
    try (Arena memory = Arena.ofConfined()) {
      var error = assertThrows(UncheckedIOException.class, () -> Safetensors.read(file, memory));
      assertTrue(error.getMessage().contains("not a safetensors file"), error.getMessage());
    }
  }

  @Test
  void aTruncatedFileIsRejected() throws IOException {
    Path file = folder.resolve("weights.safetensors");
    try (Arena memory = Arena.ofConfined()) {
      MemorySegment elements = memory.allocateFrom(JAVA_FLOAT, 1, 2, 3, 4);
      new Safetensors(Map.of("w", new Tensor(2, 2, elements)), Map.of()).write(file);
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 4));
      var error =
          assertThrows(IllegalArgumentException.class, () -> Safetensors.read(file, memory));
      assertTrue(error.getMessage().contains("tensor w"), error.getMessage());
    }
  }
}
