package dev.atoll.formats.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.files.FileDigest;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedFileTest {
  @TempDir private Path folder;
  private final AtomicInteger reads = new AtomicInteger();
  private Path path;
  private CheckedFile file;

  @BeforeEach
  void write() throws IOException {
    path = Files.write(folder.resolve("part"), new byte[1000]);
    file = new CheckedFile(path, FileDigest.of(path), this::digest);
  }

  private String digest(Path read) throws IOException {
    reads.incrementAndGet();
    return FileDigest.of(read);
  }

  @Test
  void allWorkersOfAProcessReadItOnce() throws Exception {
    List<Callable<Path>> workers = new ArrayList<>();
    for (int worker = 0; worker < 8; worker++) {
      workers.add(file::check);
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(workers.size())) {
      for (Future<Path> checked : threads.invokeAll(workers)) {
        assertEquals(path, checked.get());
      }
    }
    assertEquals(1, reads.get());
  }

  @Test
  void aFileThatWasReplacedIsReadAgain() throws IOException {
    file.check();
    Path same = Files.write(folder.resolve("same"), new byte[1000]);
    Files.delete(path);
    Files.move(same, path);
    file.check();
    assertEquals(2, reads.get());
    Files.write(path, new byte[999]);
    BadDataException thrown = assertThrows(BadDataException.class, file::check);
    assertTrue(thrown.getMessage().startsWith(path + ": damaged: "), thrown.getMessage());
  }

  @Test
  void aDamagedFileIsReadEveryTime() throws IOException {
    Files.write(path, new byte[999]);
    assertThrows(BadDataException.class, file::check);
    assertThrows(BadDataException.class, file::check);
    assertEquals(2, reads.get());
  }
}
