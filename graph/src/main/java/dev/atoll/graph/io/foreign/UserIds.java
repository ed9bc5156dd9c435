package dev.atoll.graph.io.foreign;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.io.DatasetWriter;
import dev.atoll.graph.io.text.Fields;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The ids of a node table: row i of the table is node i. */
sealed interface UserIds {
  long count();

  /** The node of the next field, which must hold a known id. */
  long next(Fields fields);

  /** Adds the id in the next field as the next node. */
  void add(Fields fields);

  /** Keeps the ids, unless they say no more than 0, 1, 2, … */
  void write(DatasetWriter writer) throws IOException;

  private static BadDataException twice(Fields fields, String id, long firstNode) {
    return fields.badLine(
        "id '%s' is there twice: it is also that of row %d".formatted(id, firstNode + 1));
  }

  private static BadDataException unknown(Fields fields, String id) {
    return fields.badLine("id '%s' is not in the node table".formatted(id));
  }

  /** Ids that are whole numbers. */
  record Numbers(NumberIndex index) implements UserIds {
    @Override
    public long count() {
      return index.count();
    }

    @Override
    public long next(Fields fields) {
      long id = fields.nextLong();
      int node = index.find(id);
      if (node < 0) {
        throw unknown(fields, Long.toString(id));
      }
      return node;
    }

    @Override
    public void add(Fields fields) {
      long id = fields.nextLong();
      if (id < 0) {
        throw fields.badLine("id %d is negative".formatted(id));
      }
      int before = index.add(id);
      if (before >= 0) {
        throw twice(fields, Long.toString(id), before);
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
    public long next(Fields fields) {
      fields.next();
      int node = index.find(fields.data(), fields.from(), fields.to());
      if (node < 0) {
        throw unknown(fields, fields.text());
      }
      return node;
    }

    @Override
    public void add(Fields fields) {
      fields.next();
      int before = index.add(fields.data(), fields.from(), fields.to());
      if (before >= 0) {
        throw twice(fields, fields.text(), before);
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
