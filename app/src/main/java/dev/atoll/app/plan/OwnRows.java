package dev.atoll.app.plan;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.store.RowForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The feature rows that workers hold in host memory because they own them. */
final class OwnRows {
  private OwnRows() {}

  /** Bytes by worker; 0 for rows that are read from the mapped file. */
  static List<Long> bytes(Settings settings, Dataset dataset, Optional<Path> shards)
      throws IOException {
    if (shards.isEmpty()) {
      return List.of(0L);
    }
    PartitionBook book = ShardFolder.open(shards.get()).book();
    return bytes(
        settings, dataset, IntStream.range(0, book.parts()).map(book::coreCount).toArray());
  }

  /** Bytes by worker, for the numbers of nodes that workers own. */
  static List<Long> bytes(Settings settings, Dataset dataset, int[] nodes) {
    double rowBytes = dataset.features().map(rows -> rowBytes(rows, settings)).orElse(0.0);
    return Arrays.stream(nodes).mapToObj(count -> Math.round(rowBytes * count)).toList();
  }

  private static double rowBytes(Features features, Settings settings) {
    return RowForm.of(features, settings.get(Keys.NORMALIZE)).rowBytes(features);
  }
}
