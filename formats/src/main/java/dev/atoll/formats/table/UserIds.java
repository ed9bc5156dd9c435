package dev.atoll.formats.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.NodeIds;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The ids of a node table: row i of the table is node i. */
public sealed interface UserIds {
  long count();

  /** The node of a cell, which must hold a known id. */
  long find(IdCell cell);

  /** Adds the id in a cell as the next node. */
  void add(IdCell cell);

  /** No ids yet. */
  static UserIds empty(boolean numbers) {
    return numbers ? new Numbers(new NumberIndex()) : new Texts(new TextIndex());
  }

  /** Keeps the ids, unless they say no more than 0, 1, 2, … */
  void write(DatasetWriter writer) throws IOException;

  /** Throws unless an id can be that of a node. */
  static long requireNotNegative(long id, IdCell cell) {
    if (id < 0) {
      throw cell.bad("id %d is negative; --text-ids reads all ids as text".formatted(id));
    }
    return id;
  }

  private static BadDataException twice(IdCell cell, String id, long firstNode) {
    return cell.bad(
        "id '%s' is there twice: it is also that of row %d".formatted(id, firstNode + 1));
  }

  private static BadDataException unknown(IdCell cell, String id) {
    return cell.bad(
        "id '%s' is not in the node table; add its row, or name the columns of ids with --source, --target and --id"
            .formatted(id));
  }

  /** Ids that are whole numbers. */
  record Numbers(NumberIndex index) implements UserIds {
    @Override
    public long count() {
      return index.count();
    }

    @Override
    public long find(IdCell cell) {
      long id = cell.number();
      int node = index.find(id);
      if (node < 0) {
        throw unknown(cell, Long.toString(id));
      }
      return node;
    }

    @Override
    public void add(IdCell cell) {
      long id = requireNotNegative(cell.number(), cell);
      int before = index.add(id);
      if (before >= 0) {
        throw twice(cell, Long.toString(id), before);
      }
    }

    @Override
    public void write(DatasetWriter writer) throws IOException {
      if (index.isIdentity()) {
        return;
      }
      try (Arena arena = Arena.ofShared()) {
        MemorySegment ids = arena.allocate(JAVA_LONG, count());
        for (int i = 0; i < count(); i++) {
          ids.setAtIndex(JAVA_LONG, i, index.id(i));
        }
        writer.ids(new NodeIds.Numbers(count(), ids));
      }
    }
  }

  /** Ids that are text. */
  record Texts(TextIndex index) implements UserIds {
    @Override
    public long count() {
      return index.count();
    }

    @Override
    public long find(IdCell cell) {
      int node = cell.find(index);
      if (node < 0) {
        throw unknown(cell, cell.text());
      }
      return node;
    }

    @Override
    public void add(IdCell cell) {
      int before = cell.add(index);
      if (before >= 0) {
        throw twice(cell, cell.text(), before);
      }
    }

    @Override
    public void write(DatasetWriter writer) throws IOException {
      long bytes = 0;
      for (int i = 0; i < index.count(); i++) {
        bytes += index.length(i);
      }
      try (Arena arena = Arena.ofShared()) {
        MemorySegment offsets = arena.allocate(JAVA_LONG, count() + 1);
        MemorySegment text = arena.allocate(bytes);
        long[] at = {0};
        for (int i = 0; i < index.count(); i++) {
          index.pass(
              i,
              (data, from, to) ->
                  MemorySegment.copy(data, from, text, JAVA_BYTE, at[0], to - from));
          at[0] += index.length(i);
          offsets.setAtIndex(JAVA_LONG, i + 1L, at[0]);
        }
        writer.ids(new NodeIds.Texts(count(), offsets, text));
      }
    }
  }
}
