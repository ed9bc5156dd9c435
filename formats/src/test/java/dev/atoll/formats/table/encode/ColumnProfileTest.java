package dev.atoll.formats.table.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.CellParser;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnProfileTest {
  /** A cell of text; numbers have no text, so that reading it would fail. */
  private record Cell(String written, CellKind kind, double value) implements TableCell {
    static Cell of(String text) {
      byte[] data = text.getBytes(StandardCharsets.UTF_8);
      var parser = new CellParser();
      CellKind kind = parser.kind(data, 0, data.length);
      return new Cell(text, kind, parser.number());
    }

    private byte[] data() {
      return written.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String text() {
      assertFalse(kind == CellKind.NUMBER, "a text is made of a number");
      return written;
    }

    @Override
    public boolean isWhole() {
      byte[] data = data();
      return CellParser.isWhole(data, 0, data.length);
    }

    @Override
    public void pass(TextIndex.Taker taker) {
      byte[] data = data();
      taker.take(data, 0, data.length);
    }

    @Override
    public long number() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int find(TextIndex index) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int add(TextIndex index) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long place() {
      return 1;
    }

    @Override
    public BadDataException bad(String message) {
      return new BadDataException(message);
    }
  }

  private static ColumnProfile profile(String... cells) {
    var profile = new ColumnProfile();
    for (int row = 0; row < cells.length; row++) {
      profile.add(row, Cell.of(cells[row]));
    }
    return profile;
  }

  @Test
  void numbersAreProfiledWithoutTheirText() {
    ColumnProfile found = profile("0.123", "0.456", "17", "-3.250", "1e5", "0.5", "");
    assertEquals(6, found.count(CellKind.NUMBER));
    assertFalse(found.hasDecimalCommas());
  }

  @Test
  void numbersWithPointsBetweenThousandsMayHaveDecimalCommas() {
    assertTrue(profile("1.037", "2,5", "007", "+12").hasDecimalCommas());
    assertTrue(profile("1.037,25", "1.000").hasDecimalCommas());
    for (String fraction : List.of("1.5", "1234.567", "1.0375", ".123", "1e3", "5.", "inf")) {
      assertFalse(profile("2,5", fraction).hasDecimalCommas(), fraction);
    }
    assertFalse(profile("1,234", "5,678").hasDecimalCommas());
  }

  @Test
  void numbersAreWholeAsTheirTextWouldBeRead() {
    for (String text :
        List.of(
            "0",
            "007",
            "+5",
            "-12",
            "1.037",
            "12.345",
            "123.456",
            "1234.567",
            ".123",
            "1.",
            "1.23",
            "0.123",
            "-0.123",
            "1e5",
            "inf",
            "9".repeat(30),
            "9".repeat(31))) {
      byte[] data = text.getBytes(StandardCharsets.UTF_8);
      assertEquals(DecimalComma.isNumber(text), DecimalComma.isWhole(data, 0, data.length), text);
    }
  }
}
