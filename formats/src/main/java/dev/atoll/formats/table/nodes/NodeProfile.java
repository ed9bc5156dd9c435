package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.ClassColumn;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableRow;
import dev.atoll.formats.table.encode.ColumnProfile;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The profiles of all columns of a node table: one read of every file, on all cores. */
final class NodeProfile {
  /** Rows of each file that decide whether classes are numbers. */
  private static final int SAMPLE = 100;

  private final JoinedColumns columns;
  private final ColumnProfile[] profiles;
  private final long[] rows;
  private boolean wholeIds = true;
  private boolean numberLabels = true;

  private NodeProfile(JoinedColumns columns, int files) {
    this.columns = columns;
    this.profiles =
        Stream.generate(ColumnProfile::new)
            .limit(columns.names().size())
            .toArray(ColumnProfile[]::new);
    this.rows = new long[files];
  }

  static NodeProfile of(List<TableFile> files, JoinedColumns columns) throws IOException {
    var all = new NodeProfile(columns, files.size());
    for (int p = 0; p < files.size(); p++) {
      TableFile file = files.get(p);
      int number = p;
      int[] readable =
          IntStream.range(0, file.columns().size())
              .filter(column -> file.unreadable(column).isEmpty())
              .toArray();
      file.read(Parallel.allCores(), readable, () -> all.new Chunk(number, readable));
      for (int column = 0; column < all.profiles.length; column++) {
        if (columns.in(p, column) < 0) {
          all.profiles[column].addMissing(all.rows[p]);
        }
      }
    }
    return all;
  }

  /** Counts nodes that have no row. */
  void addMissing(long nodes) {
    for (ColumnProfile column : profiles) {
      column.addMissing(nodes);
    }
  }

  ColumnProfile of(int column) {
    return profiles[column];
  }

  /** The rows of a file. */
  long rows(int file) {
    return rows[file];
  }

  /** Whether all ids are whole numbers. */
  boolean wholeIds() {
    return wholeIds;
  }

  /** Whether the first classes are all numbers. */
  boolean numberLabels() {
    return numberLabels;
  }

  private synchronized void merge(Chunk chunk) {
    rows[chunk.file] += chunk.count;
    wholeIds &= chunk.whole;
    numberLabels &= chunk.numbers;
    for (int i = 0; i < chunk.places.length; i++) {
      profiles[columns.places().get(chunk.file)[chunk.places[i]]].merge(chunk.found[i]);
    }
  }

  /** A chunk of a file. */
  private final class Chunk implements TableFile.Taker {
    private final int file;
    private final int[] places;
    private final ColumnProfile[] found;
    private final int id;
    private final int label;
    private long count;
    private boolean whole = true;
    private boolean numbers = true;

    Chunk(int file, int[] places) {
      this.file = file;
      this.places = places;
      this.found =
          Stream.generate(ColumnProfile::new).limit(places.length).toArray(ColumnProfile[]::new);
      this.id = columns.in(file, columns.id());
      this.label = columns.in(file, columns.label());
    }

    @Override
    public void take(TableRow row) {
      count++;
      for (int i = 0; i < places.length; i++) {
        TableCell cell = row.cell(places[i]);
        found[i].add(row.index(), cell);
        if (places[i] == id) {
          whole &= cell.kind() == CellKind.MISSING || cell.isWhole();
        } else if (places[i] == label && row.index() < SAMPLE) {
          numbers &= ClassColumn.isNumber(ClassCell.text(cell));
        }
      }
      row.end();
    }

    @Override
    public void end() {
      merge(this);
    }
  }
}
