package dev.atoll.spark.table.store;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.spark.table.cut.TablePartitioner;
import dev.atoll.spark.table.number.IdNumbers;
import dev.atoll.spark.table.storage.PerExecutor;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * The part and index of every node: nodes of a part are consecutive, in the order of their numbers.
 * Every executor has four bytes per node on its disk.
 *
 * @param files that hold the parts of nodes, in the order of their numbers
 * @param firstNodes of every part, and the number of nodes at the end
 * @param key identifies them among the shared values of an executor
 */
record NodeAssignments(SharedStorage folder, int files, ArrayList<Long> firstNodes, String key)
    implements Serializable {
  /** The number of nodes in a file of their parts. */
  private static final int RANGE = 1 << 22;

  private static final ValueLayout.OfInt ELEMENT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /**
   * Stores a partition.
   *
   * @param cut {@code number, part}
   */
  static NodeAssignments write(Dataset<Row> cut, long nodes, int parts, SharedStorage folder) {
    return write(cut, nodes, parts, folder, RANGE);
  }

  static NodeAssignments write(
      Dataset<Row> cut, long nodes, int parts, SharedStorage folder, int range) {
    Column number = col(IdNumbers.NUMBER).cast("long");
    int files = Math.toIntExact((nodes + range - 1) / range);
    List<String> lines =
        cut.select(number, col(TablePartitioner.PART))
            .repartitionById(files, number.divide(range).cast("int"))
            .mapPartitions(new PartTask(folder, nodes, parts, range), Encoders.STRING())
            .collectAsList();
    long[] sizes = new long[parts];
    for (String line : lines) {
      String[] counts = line.split(" ", -1);
      for (int part = 0; part < parts; part++) {
        sizes[part] += Long.parseLong(counts[part]);
      }
    }
    var first = new ArrayList<>(List.of(0L));
    for (long size : sizes) {
      first.add(first.getLast() + size);
    }
    return new NodeAssignments(folder, files, first, UUID.randomUUID().toString());
  }

  /** Copies the parts of nodes to this machine, once for all tasks. */
  private Opened open() throws IOException {
    return PerExecutor.get(
        key, Opened.class, () -> new Opened(folder.map(PartTask::file, files), firstNodes));
  }

  /** The positions on this machine, computed in place of the parts. */
  private static final class Opened {
    private final MemorySegment places;

    Opened(MemorySegment parts, List<Long> firstNodes) {
      places = parts;
      int[] next = firstNodes.stream().mapToInt(Math::toIntExact).toArray();
      for (long at = 0; at < parts.byteSize(); at += Integer.BYTES) {
        parts.set(ELEMENT, at, next[parts.get(ELEMENT, at)]++);
      }
    }

    int of(int number) {
      return places.get(ELEMENT, (long) number * Integer.BYTES);
    }
  }

  /** The position of a number after partitioning. */
  Column of(Column number) {
    return udf(new Place(this), DataTypes.LongType).apply(number);
  }

  /** Both ends of an edge as one number, whose order is by target, then source. */
  Column edge(Column source, Column target) {
    return udf(new Edge(this), DataTypes.LongType).apply(source, target);
  }

  /** The part of a position. */
  Column owner(Column place) {
    return udf(new Owner(firstNodes), DataTypes.IntegerType).apply(place);
  }

  /** A column function that looks up positions. */
  private abstract static class Lookup implements Serializable {
    private static final long serialVersionUID = 1;

    private final NodeAssignments places;
    private transient Opened opened;

    Lookup(NodeAssignments places) {
      this.places = places;
    }

    final Opened opened() throws IOException {
      if (opened == null) {
        opened = places.open();
      }
      return opened;
    }
  }

  private static final class Place extends Lookup implements UDF1<Integer, Long> {
    private static final long serialVersionUID = 1;

    Place(NodeAssignments places) {
      super(places);
    }

    @Override
    public Long call(Integer number) throws Exception {
      return (long) opened().of(number);
    }
  }

  private static final class Edge extends Lookup implements UDF2<Integer, Integer, Long> {
    private static final long serialVersionUID = 1;

    Edge(NodeAssignments places) {
      super(places);
    }

    @Override
    public Long call(Integer source, Integer target) throws Exception {
      return ((long) opened().of(target) << Integer.SIZE) | opened().of(source);
    }
  }

  private static final class Owner implements UDF1<Long, Integer> {
    private static final long serialVersionUID = 1;

    private final ArrayList<Long> firstNodes;
    private transient PartitionBook book;

    Owner(List<Long> firstNodes) {
      this.firstNodes = new ArrayList<>(firstNodes);
    }

    @Override
    public Integer call(Long place) {
      if (book == null) {
        book = PartitionBook.ofFirstNodes(firstNodes);
      }
      return book.owner(place);
    }
  }
}
