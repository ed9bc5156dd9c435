package dev.atoll.train.checkpoint;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.TensorDigest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
  private static final Seal SEAL = new Seal("settings", "dataset", "shards");

  @TempDir private Path folder;

  private static Checkpoint checkpoint() {
    var tensors = new LinkedHashMap<String, Safetensors.Tensor>();
    MemorySegment elements = Arena.ofAuto().allocateFrom(JAVA_FLOAT, 1, 2, Float.NaN, 4, 5, 6);
    tensors.put("weights/a", new Safetensors.Tensor(2, 3, elements));
    return new Checkpoint(4, 2, 0.1 + 0.2, 17, List.of(), -1, tensors);
  }

  @Test
  void whatIsWrittenIsRead() {
    Path file = folder.resolve("checkpoint");
    checkpoint().write(file, SEAL);
    try (Arena memory = Arena.ofShared()) {
      Checkpoint read = Checkpoint.read(file, SEAL, memory);
      assertEquals(4, read.epoch());
      assertEquals(2, read.step());
      assertEquals(0.1 + 0.2, read.lossSum());
      assertEquals(17, read.optimizerSteps());
      assertEquals(-1, read.bestEpoch());
      MemorySegment elements = read.tensors().get("weights/a").elements();
      assertEquals(-1, elements.mismatch(checkpoint().tensors().get("weights/a").elements()));
    }
    assertFalse(Files.exists(folder.resolve("checkpoint.tmp")));
  }

  @Test
  void everyDamageIsFound() throws IOException {
    Path file = folder.resolve("checkpoint");
    checkpoint().write(file, SEAL);
    byte[] whole = Files.readAllBytes(file);
    for (int at : new int[] {whole.length - 1, whole.length - 20}) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      assertRefused(file, damaged);
    }
    String text = new String(whole, ISO_8859_1);
    String otherEpoch = text.replace("epoch\\\":4", "epoch\\\":5");
    assertNotEquals(text, otherEpoch);
    assertRefused(file, otherEpoch.getBytes(ISO_8859_1));
    assertRefused(file, Arrays.copyOf(whole, whole.length - 4));
    assertRefused(file, new byte[3]);
  }

  @Test
  void thoseOfOtherRunsAndOlderVersionsAreRefused() {
    Path file = folder.resolve("checkpoint");
    checkpoint().write(file, SEAL);
    assertRefused(file, new Seal("others", "dataset", "shards"), "settings");
    assertRefused(file, new Seal("settings", "others", "shards"), "data");
    assertRefused(file, new Seal("settings", "dataset", "others"), "shards");
    String older =
        "{\"epoch\":4,\"step\":2,\"lossSum\":0.5,\"optimizerSteps\":17,\"epochs\":[],\"bestEpoch\":-1}";
    TensorDigest.sealed(checkpoint().tensors(), "progress", older).write(file);
    assertRefused(file, SEAL, "older version");
  }

  private static void assertRefused(Path file, Seal seal, String why) {
    try (Arena memory = Arena.ofShared()) {
      var error = assertThrows(RuntimeException.class, () -> Checkpoint.read(file, seal, memory));
      assertTrue(error.getMessage().contains(file.toString()), error.getMessage());
      assertTrue(error.getMessage().contains(why), error.getMessage());
    }
  }

  private static void assertRefused(Path file, byte[] content) throws IOException {
    Files.write(file, content);
    try (Arena memory = Arena.ofShared()) {
      var error = assertThrows(RuntimeException.class, () -> Checkpoint.read(file, SEAL, memory));
      assertTrue(error.getMessage().contains(file.toString()), error.getMessage());
    }
  }
}
