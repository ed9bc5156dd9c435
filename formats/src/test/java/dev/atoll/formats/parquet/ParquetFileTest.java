package dev.atoll.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "gzip", "lz4", "zstd", "delta", "lengths"})
  void readsWhatArrowWrites(String name) throws Exception {
    try (ParquetFile file = ParquetFile.open(fixture(name))) {
      assertEquals(
          List.of("i32", "i64", "f32", "f64", "flag", "name", "opt", "vec"),
          file.columns().stream().map(ParquetColumn::name).toList());
      assertEquals(300, file.rows());
      int first = 0;
      for (int group = 0; group < file.groups(); group++) {
        check(file, group, first);
        first += file.rows(group);
      }
      assertEquals(300, first);
    }
  }

  private static void check(ParquetFile file, int group, int first) throws IOException {
    List<ParquetColumn> columns = file.columns();
    ColumnValues[] read = new ColumnValues[columns.size()];
    for (int i = 0; i < read.length; i++) {
      read[i] = file.read(group, columns.get(i));
    }
    for (int row = 0; row < file.rows(group); row++) {
      int i = first + row;
      assertEquals(i * 7L - 500, read[0].whole(row));
      assertEquals(i * (long) i * 1_000_000_000L, read[1].whole(row));
      assertEquals(i / 4.0, read[2].number(row));
      assertEquals(i / 3.0, read[3].number(row));
      assertEquals(i % 3 == 0 ? 1 : 0, read[4].whole(row));
      assertEquals(i % 10 == 0, read[5].isNull(row));
      assertEquals(i % 10 == 0 ? "" : "né" + i % 17, read[5].text(row));
      assertEquals(i % 4 == 1, read[6].isNull(row));
      assertEquals(i % 4 == 1 ? "" : Integer.toString(i), read[6].text(row));
      int length = i == 5 ? 0 : i % 4;
      assertEquals(length, read[7].start(row + 1) - read[7].start(row));
      for (int j = 0; j < length; j++) {
        assertEquals(i + j / 2.0, read[7].number(read[7].start(row) + j));
      }
    }
  }

  @Test
  void emptyTablesAreTables() throws Exception {
    try (ParquetFile file = ParquetFile.open(fixture("empty"))) {
      assertEquals(0, file.rows());
      for (int group = 0; group < file.groups(); group++) {
        file.read(group, file.columns().getFirst());
      }
    }
  }

  @Test
  void whatIsNotReadIsNamed() throws Exception {
    try (ParquetFile file = ParquetFile.open(fixture("brotli"))) {
      var e = assertThrows(BadDataException.class, () -> file.read(0, file.columns().get(0)));
      assertTrue(
          e.getMessage().contains("brotli.parquet: column 'i32': packed with BROTLI; save"),
          e.getMessage());
    }
    try (ParquetFile file = ParquetFile.open(fixture("nested"))) {
      var e = assertThrows(BadDataException.class, () -> file.read(0, file.columns().get(0)));
      assertTrue(e.getMessage().contains("column 's': nested columns are not"), e.getMessage());
      assertEquals(1, file.read(0, file.columns().get(1)).whole(0));
    }
  }

  @Test
  void cutOffFilesAreNamed() throws Exception {
    byte[] whole = Files.readAllBytes(fixture("snappy"));
    for (int length : new int[] {0, 4, 11, 12, 100, whole.length / 2, whole.length - 1}) {
      Path cut = Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(whole, length));
      var e = assertThrows(BadDataException.class, () -> ParquetFile.open(cut));
      assertTrue(e.getMessage().contains("cut.parquet: "), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "gzip", "lz4", "zstd", "delta", "lengths"})
  void spoiltFilesAreErrorsOrValues(String name) throws Exception {
    byte[] whole = Files.readAllBytes(fixture(name));
    Randomly.tries(
        300,
        random -> {
          byte[] bad = whole.clone();
          for (int i = random.nextInt(1, 4); i > 0; i--) {
            bad[random.nextInt(4, bad.length - 8)] = (byte) random.nextInt();
          }
          Path path = Files.write(folder.resolve("bad.parquet"), bad);
          try (ParquetFile file = ParquetFile.open(path)) {
            for (int group = 0; group < file.groups(); group++) {
              for (ParquetColumn column : file.columns()) {
                file.read(group, column);
              }
            }
          } catch (BadDataException e) {
            assertTrue(e.getMessage().contains("bad.parquet: "), e.getMessage());
          }
        });
  }

  private static Path fixture(String name) throws Exception {
    return Path.of(ParquetFileTest.class.getResource("/parquet/" + name + ".parquet").toURI());
  }
}
