package dev.atoll.formats.table.encode;

import dev.atoll.formats.table.CellKind;
import dev.atoll.graph.EncodedColumn;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Encodes text by its words: each adds 1 to the column that its hash points at. */
record HashEncoder() implements Encoder {
  static final int WIDTH = 64;

  /** The encoder with its width, as messages advise it. */
  static final String DEFAULT = "hash:" + WIDTH;

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

  @Override
  public String name() {
    return "hash";
  }

  @Override
  public boolean takesWidth() {
    return true;
  }

  @Override
  public EncodedColumn fit(String column, int width, ColumnProfile profile) {
    return new EncodedColumn(column, name(), width == 0 ? WIDTH : width, null, null);
  }

  @Override
  public Writing writing(EncodedColumn column) {
    return (cell, row, at) -> {
      if (cell.kind() != CellKind.MISSING) {
        for (String word : BETWEEN_WORDS.split(cell.category().toLowerCase(Locale.ROOT), -1)) {
          if (!word.isEmpty()) {
            row[at + Math.floorMod(hash(word), column.width())] += 1;
          }
        }
      }
      return true;
    };
  }

  /** FNV-1a with its bits mixed once more. */
  private static int hash(String word) {
    int hash = 0x811C9DC5;
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x01000193;
    }
    hash = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
    return hash ^ (hash >>> 13);
  }
}
