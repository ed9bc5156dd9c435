package dev.atoll.app.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.run.EpochLine;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsLogTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("metrics.jsonl");
  }

  private static String line(int epoch, int evaluateEvery) {
    String scores = epoch % evaluateEvery == 0 ? ",\"validation\":{\"accuracy\":0.5}" : "";
    return "{\"epoch\":%d,\"loss\":1.5,\"seconds\":0.5,\"bytes\":{\"total\":10}%s}\n"
        .formatted(epoch, scores);
  }

  private void append(int from, int to, int evaluateEvery) throws IOException {
    try (BufferedWriter out =
        Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int epoch = from; epoch <= to; epoch++) {
        out.write(line(epoch, evaluateEvery));
      }
    }
  }

  private static List<Integer> epochs(MetricsLog.Epochs read) {
    return read.lines().stream().map(EpochLine::epoch).toList();
  }

  @Test
  void followsAFileThatGrows() throws IOException {
    MetricsLog log = new MetricsLog(file);
    assertEquals(List.of(), epochs(log.read()));
    append(1, 2, 1);
    assertEquals(List.of(1, 2), epochs(log.read()));
    String next = line(3, 1);
    Files.writeString(file, next.substring(0, 10), StandardOpenOption.APPEND);
    assertEquals(List.of(1, 2), epochs(log.read()), "a line that is being written is left out");
    Files.writeString(file, next.substring(10), StandardOpenOption.APPEND);
    MetricsLog.Epochs read = log.read();
    assertEquals(List.of(1, 2, 3), epochs(read));
    assertEquals(1.5, read.seconds());
    assertEquals(30, read.bytes());
  }

  @Test
  void aFileThatIsWrittenAnewIsReadAnew() throws IOException {
    MetricsLog log = new MetricsLog(file);
    append(1, 5, 1);
    log.read();
    Files.writeString(file, line(1, 2) + line(2, 2));
    assertEquals(List.of(1, 2), epochs(log.read()));
    Files.delete(file);
    assertEquals(List.of(), epochs(log.read()));
  }

  @Test
  void ofALongRunASampleIsKeptWithTheLastEpochAndScores() throws IOException {
    append(1, 30_000, 7);
    MetricsLog log = new MetricsLog(file);
    MetricsLog.Epochs read = log.read();
    assertTrue(read.lines().size() <= 2 * MetricsLog.MOST_LINES + 1, "" + read.lines().size());
    assertTrue(read.lines().size() > 1000, "" + read.lines().size());
    assertEquals(1, read.lines().getFirst().epoch());
    assertEquals(30_000, read.lines().getLast().epoch());
    assertTrue(read.lines().stream().filter(line -> line.validation() != null).count() > 500);
    assertEquals(15_000, read.seconds());
    append(30_001, 30_001, 7);
    assertEquals(30_001, log.read().lines().getLast().epoch());
  }

  @Test
  void aLineWithoutAnEndDoesNotFillTheMemory() throws IOException {
    Files.writeString(file, "x".repeat(3 << 20));
    IOException e = assertThrows(IOException.class, () -> new MetricsLog(file).read());
    assertTrue(e.getMessage().contains("metrics.jsonl has a line of more than"), e.getMessage());
  }
}
