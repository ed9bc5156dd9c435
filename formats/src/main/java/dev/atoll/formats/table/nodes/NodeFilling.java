package dev.atoll.formats.table.nodes;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.formats.table.ClassColumn;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.formats.table.TableCell;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.TableRow;
import dev.atoll.formats.table.encode.Encoder;
import dev.atoll.formats.table.encode.Encoders;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.Split;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes classes, roles and features of a node table, row by row on all cores. */
final class NodeFilling {
  private final JoinedColumns columns;
  private final List<Integer> featureColumns;
  private final List<EncodedColumn> encoded;
  private final ClassColumn classes;
  private final RowNodes rowNodes;
  private final long nodes;
  private final NodeArrays arrays;
  private final Unseen[] unseen;
  private final int width;
  private final int[] firstFeature;
  private final List<Encoder.Writing> writings;

  /**
   * @param classes null without a label column
   */
  NodeFilling(
      JoinedColumns columns,
      List<Integer> featureColumns,
      List<EncodedColumn> encoded,
      ClassColumn classes,
      RowNodes rowNodes,
      NodeArrays arrays) {
    this.columns = columns;
    this.featureColumns = featureColumns;
    this.encoded = encoded;
    this.classes = classes;
    this.rowNodes = rowNodes;
    this.nodes = rowNodes.ids().count();
    this.arrays = arrays;
    this.unseen = Stream.generate(Unseen::new).limit(encoded.size()).toArray(Unseen[]::new);
    this.firstFeature = new int[encoded.size() + 1];
    for (int i = 0; i < encoded.size(); i++) {
      firstFeature[i + 1] = Math.addExact(firstFeature[i], encoded.get(i).featureCount());
    }
    this.width = firstFeature[encoded.size()];
    this.writings =
        encoded.stream().map(column -> Encoders.named(column.encoder()).writing(column)).toList();
  }

  /** Writes the rows of a file. */
  void read(TableFile file, int number, long firstRow) throws IOException {
    int[] feature = new int[file.columns().size()];
    Arrays.fill(feature, -1);
    for (int i = 0; i < featureColumns.size(); i++) {
      int place = columns.in(number, featureColumns.get(i));
      if (place >= 0) {
        feature[place] = i;
      }
    }
    int label = columns.label() < 0 ? -1 : columns.in(number, columns.label());
    int split = columns.split() < 0 ? -1 : columns.in(number, columns.split());
    int[] places =
        java.util.stream.IntStream.range(0, feature.length)
            .filter(place -> feature[place] >= 0 || place == label || place == split)
            .toArray();
    file.read(
        Parallel.allCores(), places, () -> new Chunk(places, feature, label, split, firstRow));
  }

  /** Fills in nodes that have no row: all that features and labels say is missing. */
  void fillWithoutRows(long from) {
    float[] row = new float[width];
    for (long node = from; node < nodes; node++) {
      clear(row);
      store(row, node);
      if (classes != null) {
        classes.set(node, "");
      }
      if (columns.split() >= 0) {
        arrays.roles().set(JAVA_BYTE, node, (byte) Split.NONE);
      }
    }
  }

  /** Marks all numbers of a row as missing until a cell sets them. */
  private void clear(float[] row) {
    Arrays.fill(row, 0);
    for (int i = 0; i < encoded.size(); i++) {
      if (encoded.get(i).numbers() != null) {
        row[firstFeature[i]] = Float.NaN;
      }
    }
  }

  private void store(float[] row, long node) {
    long at = arrays.row(node);
    if (width > 0 && at >= 0) {
      MemorySegment.copy(
          row, 0, arrays.features(), JAVA_FLOAT_UNALIGNED, at * width * Float.BYTES, width);
    }
  }

  /** Values of a column that its encoder does not know. */
  private static final class Unseen {
    private long count;
    private long firstNode;
    private String first;

    synchronized void add(long node, TableCell cell) {
      if (count++ == 0 || node < firstNode) {
        firstNode = node;
        first = cell.category();
      }
    }
  }

  /** The values that encoders do not know, in words, for each column that has some. */
  List<String> unseenValues() {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < unseen.length; i++) {
      if (unseen[i].count > 0) {
        notes.add(
            "column '%s': %d cells hold values that the encoder does not know, such as '%s'; they set no feature"
                .formatted(encoded.get(i).column(), unseen[i].count, unseen[i].first));
      }
    }
    return notes;
  }

  /** The features and their columns, to look for the class in. */
  Optional<SoleColumns> soleColumns() {
    if (width == 0 || classes == null) {
      return Optional.empty();
    }
    MemorySegment roles = arrays.roles();
    return Optional.of(
        new SoleColumns(
            arrays.features(),
            width,
            arrays.rows(nodes),
            encoded,
            firstFeature,
            row -> classes.of(row * arrays.step()),
            row -> roles.byteSize() == 0 ? Split.NONE : roles.get(JAVA_BYTE, row * arrays.step())));
  }

  /** A chunk of a file. */
  private final class Chunk implements TableFile.Taker {
    private final int[] places;
    private final int[] feature;
    private final int label;
    private final int split;
    private final long firstRow;
    private final float[] row = new float[width];

    Chunk(int[] places, int[] feature, int label, int split, long firstRow) {
      this.places = places;
      this.feature = feature;
      this.label = label;
      this.split = split;
      this.firstRow = firstRow;
    }

    @Override
    public void take(TableRow from) {
      long node = rowNodes.node(firstRow + from.index());
      if (node < 0) {
        return;
      }
      clear();
      for (int place : places) {
        TableCell cell = from.cell(place);
        if (place == label) {
          setLabel(node, cell);
        } else if (place == split) {
          arrays.roles().set(JAVA_BYTE, node, role(cell));
        } else {
          int column = feature[place];
          if (!writings.get(column).write(cell, row, firstFeature[column])) {
            unseen[column].add(node, cell);
          }
        }
      }
      if (label < 0 && classes != null) {
        classes.set(node, "");
      }
      if (split < 0 && columns.split() >= 0) {
        arrays.roles().set(JAVA_BYTE, node, (byte) Split.NONE);
      }
      from.end();
      store(row, node);
    }

    private void clear() {
      NodeFilling.this.clear(row);
    }

    private void setLabel(long node, TableCell cell) {
      String name = ClassCell.text(cell);
      if (!classes.set(node, name)) {
        throw cell.bad("class '%s'; expected %s".formatted(name, classes.expected()));
      }
    }

    private byte role(TableCell cell) {
      String word = ClassCell.text(cell);
      return (byte)
          SplitRoles.role(word)
              .orElseThrow(
                  () ->
                      cell.bad("split '%s'; expected train, val, test or nothing".formatted(word)));
    }
  }

  /**
   * Measures columns of numbers and applies their statistics.
   *
   * @param known whether statistics are there already
   */
  List<EncodedColumn> finish(boolean known) {
    if (width == 0) {
      return encoded;
    }
    var statistics =
        new NumberStatistics(arrays.features(), arrays.rows(nodes), width, firstFeature);
    List<EncodedColumn> measured = known ? encoded : statistics.measure(encoded);
    statistics.apply(measured);
    return measured;
  }
}
