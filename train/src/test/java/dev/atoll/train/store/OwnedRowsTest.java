package dev.atoll.train.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.partition.shard.SingleShard;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.loop.SmallWorld;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The memory of the rows that a worker owns. */
class OwnedRowsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(FeatureScaling.class)
  void rowsOfAMappedFileAreHeldOnlyWhereTheyAreScaled(FeatureScaling scaling) throws IOException {
    Path files = folder.resolve("small");
    try (Dataset small = SmallWorld.of(false);
        DatasetWriter writer = DatasetWriter.create(files, "small")) {
      writer.graph(small.graph());
      writer.features(small.features().orElseThrow());
      writer.finish();
    }
    try (Dataset mapped = DatasetFolder.open(files)) {
      assertEquals(
          scaling == FeatureScaling.NONE ? 0 : bytesInMemory(mapped), heldBytes(mapped, scaling));
    }
  }

  /** Rows of a dataset in memory are read where they are, and are memory. */
  @Test
  void rowsInMemoryAreHeld() {
    try (Dataset small = SmallWorld.of(false)) {
      Features rows = small.features().orElseThrow();
      assertEquals(rows.rows() * rows.width() * Float.BYTES, heldBytes(small, FeatureScaling.NONE));
    }
  }

  private static long bytesInMemory(Dataset dataset) {
    Features rows = dataset.features().orElseThrow();
    return Matrix.bytesFor(Math.toIntExact(rows.rows()), rows.width(), DType.F32);
  }

  private static long heldBytes(Dataset dataset, FeatureScaling scaling) {
    var features = new FeatureRows(dataset.features().orElseThrow(), scaling);
    try (Arena memory = Arena.ofShared()) {
      var all = new SingleShard(dataset.graph());
      return OwnedRows.read(all.shard(0, memory), features, all.numbering(memory), memory)
          .heldBytes();
    }
  }
}
