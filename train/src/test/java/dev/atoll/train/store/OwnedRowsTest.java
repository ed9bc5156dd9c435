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
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** The form of a dataset's rows says what their owner will hold before they are read. */
  @ParameterizedTest
  @CsvSource({
    "0.02, NONE, NON_ZEROS",
    "0.02, ROW, NON_ZEROS",
    "0.02, STANDARD, DENSE",
    "0.6, NONE, DENSE",
  })
  void sparseRowsAreHeldInTheirForm(double density, FeatureScaling scaling, RowForm form) {
    int width = 50;
    int nonZeros = (int) Math.round(density * width);
    try (Dataset small = SmallWorld.of(false)) {
      Features.Sparse rows = sparse(small.graph().nodeCount(), width, nonZeros);
      assertEquals(form, RowForm.of(rows, scaling));
      assertEquals(form == RowForm.NON_ZEROS, new FeatureRows(rows, scaling).multiplySparse());
      long starts = form == RowForm.NON_ZEROS ? Long.BYTES : 0; // one more than rows
      assertEquals(
          Math.round(form.rowBytes(rows) * rows.rows()) + starts, heldBytes(small, rows, scaling));
    }
  }

  private static Features.Sparse sparse(int rows, int width, int nonZeros) {
    int[] columns = new int[rows * nonZeros];
    Arrays.setAll(columns, i -> i % nonZeros);
    float[] values = new float[columns.length];
    Arrays.fill(values, 1);
    long[] starts = LongStream.rangeClosed(0, rows).map(row -> row * nonZeros).toArray();
    return new Features.Sparse(
        rows,
        width,
        MemorySegment.ofArray(starts),
        MemorySegment.ofArray(columns),
        MemorySegment.ofArray(values));
  }

  private static long bytesInMemory(Dataset dataset) {
    Features rows = dataset.features().orElseThrow();
    return Matrix.bytesFor(Math.toIntExact(rows.rows()), rows.width(), DType.F32);
  }

  private static long heldBytes(Dataset dataset, FeatureScaling scaling) {
    return heldBytes(dataset, dataset.features().orElseThrow(), scaling);
  }

  private static long heldBytes(Dataset dataset, Features rows, FeatureScaling scaling) {
    var features = new FeatureRows(rows, scaling);
    try (Arena memory = Arena.ofShared()) {
      var all = new SingleShard(dataset.graph());
      return OwnedRows.read(all.shard(0, memory), features, all.numbering(memory), memory)
          .heldBytes();
    }
  }
}
