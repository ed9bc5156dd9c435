package dev.atoll.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.formats.parquet.ParquetWriter.Column;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetWriterTest {
  private static final List<Column> COLUMNS =
      List.of(Column.text("id"), Column.whole("class"), Column.real("p"));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 65_536, 65_537})
  void whatIsWrittenIsReadBack(int rows) throws Exception {
    Path path = folder.resolve("t.parquet");
    try (var table = new ParquetWriter(path, COLUMNS)) {
      for (int i = 0; i < rows; i++) {
        table.text("é" + i).whole(i * 1_000_000_007L - 5).real(i / 8f).endRow();
      }
      table.finish();
    }
    try (ParquetFile file = ParquetFile.open(path)) {
      assertEquals(rows, file.rows());
      int first = 0;
      for (int group = 0; group < file.groups(); group++) {
        ColumnValues ids = file.read(group, file.columns().get(0));
        ColumnValues classes = file.read(group, file.columns().get(1));
        ColumnValues shares = file.read(group, file.columns().get(2));
        for (int row = 0; row < file.rows(group); row++) {
          int i = first + row;
          assertEquals("é" + i, ids.text(row));
          assertEquals(i * 1_000_000_007L - 5, classes.whole(row));
          assertEquals(i / 8f, shares.number(row));
        }
        first += file.rows(group);
      }
      assertEquals(rows, first);
    }
  }

  @Test
  void unfinishedTablesLeaveNothing() throws Exception {
    try (var table = new ParquetWriter(folder.resolve("t.parquet"), COLUMNS)) {
      table.text("x");
      assertThrows(IllegalStateException.class, () -> table.text("y"));
      assertThrows(IllegalStateException.class, table::endRow);
    }
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }
}
