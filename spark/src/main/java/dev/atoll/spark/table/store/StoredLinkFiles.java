package dev.atoll.spark.table.store;

import static org.apache.spark.sql.functions.col;

import dev.atoll.graph.Split;
import dev.atoll.spark.table.LinkShares;
import dev.atoll.spark.table.cut.TablePartitioner;
import dev.atoll.spark.table.number.LinkNumbers;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * The files of a stored graph's links. Training links are stored with the part that owns their
 * heads; validation and test links, which must be few, in one file.
 */
record StoredLinkFiles(SharedStorage storage, int parts) {
  /**
   * Writes the files.
   *
   * @param links {@code head, tail, role, part}, nodes by their numbers after partitioning
   */
  void write(Dataset<Row> links, LinkShares shares) throws IOException {
    Column trains = col(LinkNumbers.ROLE).equalTo(Split.TRAIN);
    Dataset<Row> others = links.filter(trains.unary_$bang());
    LinkInfo.requireFew(others.count());
    List<Long> training =
        write(links.filter(trains).repartitionById(parts, col(TablePartitioner.PART)), false);
    List<Long> heldOut = write(others.repartition(1), true);
    new LinkInfo(shares, heldOut.stream().mapToLong(Long::longValue).sum(), training)
        .store(storage);
  }

  private List<Long> write(Dataset<Row> links, boolean heldOut) {
    return links
        .sortWithinPartitions("head", "tail")
        .select("head", "tail", LinkNumbers.ROLE)
        .mapPartitions(new LinkTask(storage, heldOut), Encoders.LONG())
        .collectAsList();
  }
}
