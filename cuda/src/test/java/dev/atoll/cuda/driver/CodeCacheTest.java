package dev.atoll.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodeCacheTest {
  private static final byte[] CODE = {1, 2, 3};

  @TempDir Path folder;

  @Test
  void codeIsCompiledOnceForTheSameIngredients() throws IOException {
    var cache = new CodeCache(folder.resolve("new"));
    var compiled = new AtomicInteger();
    for (String ingredients : new String[] {"a", "a", "b", "a"}) {
      byte[] code =
          cache.get(
              ingredients,
              () -> {
                compiled.incrementAndGet();
                return CODE;
              });
      assertArrayEquals(CODE, code);
    }
    assertEquals(2, compiled.get());
    try (Stream<Path> files = Files.list(cache.folder())) {
      assertEquals(2, files.count(), "no unfinished file is left");
    }
  }

  @Test
  void damagedCodeIsCompiledAgain() throws IOException {
    var cache = new CodeCache(folder);
    cache.get("a", () -> CODE);
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 4;
      Files.write(file, flipped);
      assertArrayEquals(CODE, cache.get("a", () -> CODE.clone()), "byte " + at);
      assertArrayEquals(whole, Files.readAllBytes(file), "made again");
      Files.write(file, Arrays.copyOf(whole, at));
      assertArrayEquals(CODE, cache.get("a", () -> CODE.clone()), "cut at " + at);
    }
  }

  @Test
  void aFolderThatCannotBeWrittenOnlyCostsTime() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    var cache = new CodeCache(file.resolve("below"));
    assertArrayEquals(CODE, cache.get("a", () -> CODE));
  }
}
