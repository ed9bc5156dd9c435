package dev.atoll.formats.pickle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PickleTest {
  @ParameterizedTest
  @ValueSource(strings = {"plain.pickle", "plain4.pickle"})
  void readsPlainData(String name) throws Exception {
    assertEquals(
        Arrays.asList(
            1L,
            -1L,
            70000L,
            -(1L << 40),
            1.5,
            true,
            null,
            "ä",
            "\u0000ÿ",
            List.of(1L, 2L),
            Map.of("k", List.of(3L))),
        Pickle.read(fixture(name)));
  }

  @Test
  void refusesFunctionsByName() throws Exception {
    Path evil = fixture("evil.pickle");
    var e = assertThrows(BadDataException.class, () -> Pickle.read(evil));
    assertTrue(e.getMessage().contains("'posix.system', which is refused"), e.getMessage());
  }

  @Test
  void refusesUnknownInstructions() {
    var e = assertThrows(BadDataException.class, () -> Pickle.read("x", new byte[] {'i', '.'}));
    assertEquals(
        "x: byte 0: pickle instruction 0x69, which plain data does not need", e.getMessage());
  }

  @Test
  void everyCutAndEveryFlippedByteIsAnErrorOrAValue() throws Exception {
    byte[] sound = Files.readAllBytes(fixture("plain.pickle"));
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertThrows(BadDataException.class, () -> Pickle.read("cut", cut));
    }
    for (int i = 0; i < sound.length; i++) {
      for (int flip = 1; flip < 256; flip += 7) {
        byte[] bad = sound.clone();
        bad[i] ^= (byte) flip;
        try {
          Pickle.read("bad", bad);
        } catch (BadDataException e) {
          assertTrue(e.getMessage().startsWith("bad: "), e.getMessage());
        }
      }
    }
  }

  private static Path fixture(String name) throws Exception {
    return Path.of(PickleTest.class.getResource("/pickle/" + name).toURI());
  }
}
