package dev.atoll.spark.table.number;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.atoll.graph.BadDataException;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.TableErrors;
import dev.atoll.spark.table.storage.SharedStorage;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * Numbers 0 to n − 1 for ids of any type: the number of an id is the rank of its 64-bit hash among
 * the hashes of all ids, in ascending order. It does not depend on the order of rows or the number
 * of tasks, and every executor finds it in a sorted file of eight bytes per node on its disk, so
 * rows are numbered where they are read, without a join.
 *
 * <p>If different ids have one hash, all ids are hashed again with another function. An unknown id
 * is taken for a known one with probability n / 2⁶⁴.
 */
public final class IdNumbers {
  /** The column of the numbers. */
  public static final String NUMBER = "number";

  private static final String HASH = "hash";
  private static final int ATTEMPTS = 8;
  private static final int BITS_OF_HASH = 64;

  /** A chunk holds about four million hashes. */
  private static final int BITS_IN_CHUNK = 22;

  private final Hashing hashing;
  private final int attempt;
  private final SortedHashes hashes;

  private IdNumbers(Hashing hashing, int attempt, SortedHashes hashes) {
    this.hashing = hashing;
    this.attempt = attempt;
    this.hashes = hashes;
  }

  /** The hash function of an attempt. */
  @FunctionalInterface
  interface Hashing {
    Column of(Column id, int attempt);
  }

  /**
   * Numbers the ids of nodes.
   *
   * @param nodes with a column {@code id} without nulls
   * @param about approximate number of nodes
   * @param folder for the sorted hashes
   */
  public static IdNumbers write(Dataset<Row> nodes, long about, SharedStorage folder) {
    return write(nodes, about, folder, (id, attempt) -> xxhash64(id, lit(attempt)));
  }

  static IdNumbers write(Dataset<Row> nodes, long about, SharedStorage folder, Hashing hashing) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      SharedStorage inside = folder.inside(Integer.toString(attempt));
      Column hash = hashing.of(col(GraphTables.ID), attempt);
      List<HashTask.Chunk> chunks = sort(nodes.select(hash.as(HASH)), about, inside);
      if (chunks.stream().allMatch(chunk -> chunk.repeated() == 0)) {
        var counts = new ArrayList<>(chunks.stream().map(HashTask.Chunk::count).toList());
        return new IdNumbers(hashing, attempt, new SortedHashes(inside, counts));
      }
      refuseRepeated(nodes.withColumn(HASH, hash), chunks);
    }
    throw new IllegalStateException("different ids had one hash, " + ATTEMPTS + " times");
  }

  private static List<HashTask.Chunk> sort(Dataset<Row> hashes, long about, SharedStorage folder) {
    int bits = Math.max(0, BITS_OF_HASH - Long.numberOfLeadingZeros(about) - BITS_IN_CHUNK);
    int chunks = 1 << bits;
    Column chunk =
        bits == 0
            ? lit(0)
            : shiftright(col(HASH), BITS_OF_HASH - bits).plus(chunks / 2).cast("int");
    return hashes
        .repartitionById(chunks, chunk)
        .sortWithinPartitions(HASH)
        .as(Encoders.LONG())
        .mapPartitions(new HashTask(folder), Encoders.STRING())
        .collectAsList()
        .stream()
        .map(HashTask.Chunk::of)
        .toList();
  }

  /** Refuses repeated ids; equal hashes of different ids are no error. */
  private static void refuseRepeated(Dataset<Row> hashed, List<HashTask.Chunk> chunks) {
    Object[] some = chunks.stream().flatMap(chunk -> chunk.examples().stream()).toArray();
    List<Row> twice =
        hashed
            .filter(col(HASH).isin(some))
            .groupBy(GraphTables.ID)
            .count()
            .filter(col("count").gt(1))
            .orderBy(GraphTables.ID)
            .limit(TableErrors.NAMED)
            .collectAsList();
    if (!twice.isEmpty()) {
      throw new BadDataException(
          "ids of nodes must be unique, but %d appear several times, such as %s: see dropDuplicates"
              .formatted(
                  chunks.stream().mapToLong(HashTask.Chunk::repeated).sum(),
                  TableErrors.words(twice)));
    }
  }

  /** The number of ids. */
  public long count() {
    return hashes.count();
  }

  /** The number of an id, an integer; null for unknown ones. */
  public Column of(Column id) {
    Column hash = when(id.isNotNull(), hashing.of(id, attempt));
    return udf(new Find(hashes), DataTypes.IntegerType).apply(hash);
  }

  /** The search as a user-defined function. */
  private static final class Find implements UDF1<Long, Integer> {
    private static final long serialVersionUID = 1;

    private final SortedHashes hashes;
    private transient SortedHashes.Opened opened;

    Find(SortedHashes hashes) {
      this.hashes = hashes;
    }

    @Override
    public Integer call(Long hash) throws Exception {
      if (hash == null) {
        return null;
      }
      if (opened == null) {
        opened = hashes.open();
      }
      int number = opened.find(hash);
      return number < 0 ? null : number;
    }
  }
}
