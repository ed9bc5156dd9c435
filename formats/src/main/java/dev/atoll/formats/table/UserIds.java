package dev.atoll.formats.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;

/** The ids of a node table: row i of the table is node i. */
public sealed interface UserIds {
  long count();

  /** The node of a cell. */
  long find(IdCell cell, Unknown unknown);

  /** Adds the id in a cell as the next node; returns the node that has it already, else −1. */
  long add(IdCell cell);

  /** Adds the id of a cell, given as read. */
  void add(IdCell cell, String id);

  /** Whether a text is the id of a node. */
  boolean contains(String id);

  /** A copy with its ids in ascending order. */
  UserIds sorted();

  /** Adds all ids of others that are not there. */
  void addAll(UserIds others);

  /** Decides on ids that are no node's. */
  @FunctionalInterface
  interface Unknown {
    /** The number for an id. */
    long of(IdCell cell, String id);
  }

  /** An empty set of ids of the same kind. */
  default UserIds ofKind() {
    return empty(this instanceof Numbers);
  }

  /** An empty set of ids. */
  static UserIds empty(boolean numbers) {
    return numbers ? new Numbers(new NumberIndex()) : new Texts(new TextIndex());
  }

  /** Keeps the ids, unless they say no more than 0, 1, 2, … */
  void write(DatasetWriter writer) throws IOException;

  /** Throws unless an id can be that of a node. */
  static long requireNotNegative(long id, IdCell cell) {
    if (id < 0) {
      throw cell.bad(
          "id %d is negative; %s reads all ids as text".formatted(id, Choice.TEXT_IDS.text()));
    }
    return id;
  }

  /** Ids that are whole numbers. */
  record Numbers(NumberIndex index) implements UserIds {
    @Override
    public long count() {
      return index.count();
    }

    @Override
    public long find(IdCell cell, Unknown unknown) {
      long id = cell.number();
      int node = index.find(id);
      return node >= 0 ? node : unknown.of(cell, Long.toString(id));
    }

    @Override
    public long add(IdCell cell) {
      return index.add(requireNotNegative(cell.number(), cell));
    }

    @Override
    public void add(IdCell cell, String id) {
      index.add(requireNotNegative(Long.parseLong(id), cell));
    }

    @Override
    public boolean contains(String id) {
      byte[] text = id.getBytes(UTF_8);
      return CellParser.isWhole(text, 0, text.length) && index.find(Long.parseLong(id)) >= 0;
    }

    @Override
    public UserIds sorted() {
      NumberIndex sorted = new NumberIndex();
      LongStream.range(0, count()).map(i -> index.id((int) i)).sorted().forEach(sorted::add);
      return new Numbers(sorted);
    }

    @Override
    public void addAll(UserIds others) {
      for (int i = 0; i < others.count(); i++) {
        index.add(((Numbers) others).index.id(i));
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
    public long find(IdCell cell, Unknown unknown) {
      int node = cell.find(index);
      return node >= 0 ? node : unknown.of(cell, cell.text());
    }

    @Override
    public long add(IdCell cell) {
      return cell.add(index);
    }

    @Override
    public void add(IdCell cell, String id) {
      byte[] text = id.getBytes(UTF_8);
      index.add(text, 0, text.length);
    }

    @Override
    public boolean contains(String id) {
      byte[] text = id.getBytes(UTF_8);
      return index.find(text, 0, text.length) >= 0;
    }

    @Override
    public UserIds sorted() {
      return new Texts(index.sorted());
    }

    @Override
    public void addAll(UserIds others) {
      for (int i = 0; i < others.count(); i++) {
        ((Texts) others).index.pass(i, index::add);
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
