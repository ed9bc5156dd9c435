package dev.atoll.cuda;

import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;

/** Starts the kernels of {@code scatter.cu}. */
final class ScatterLaunches {
  private static final Program SCATTER = Program.of("scatter.cu");

  /** Must equal the value in {@code scatter.cu}. */
  private static final int TILE = 2048;

  private static final int TILE_THREADS = 512;

  private final Launcher launcher;

  ScatterLaunches(Launcher launcher) {
    this.launcher = launcher;
  }

  void scatterAdd(Matrix x, Buffer rows, Matrix out) {
    int count = x.rows();
    long keys = sort(rows, count);
    launcher.arguments().integer(count).integer(x.cols()).word(keys).matrix(x).matrix(out);
    launcher.launch(SCATTER, "scatterRuns", LaunchGrid.warps(count));
  }

  /**
   * Sorts the first {@code count} numbers, equal ones by index.
   *
   * @return the address of keys in scratch memory, each with the number in the upper half and its
   *     index in the lower
   */
  long sort(Buffer numbers, int count) {
    int padded = Math.max(TILE, Integer.highestOneBit(2 * count - 1));
    long unsorted = launcher.scratch().take((padded + 1L) * Long.BYTES);
    long keys = unsorted + Long.BYTES;
    launcher.stream().clear(unsorted, 1);
    launcher
        .arguments()
        .integer(count)
        .integer(padded)
        .buffer(numbers)
        .integer(numbers.type().bytes())
        .word(keys)
        .word(unsorted);
    launcher.launch(SCATTER, "scatterKeys", LaunchGrid.items(padded));
    sort(keys, padded, unsorted);
    return keys;
  }

  private void sort(long keys, int padded, long unsorted) {
    tiles(keys, padded, 2, TILE, unsorted);
    for (int size = 2 * TILE; size <= padded && size > 0; size *= 2) {
      for (int distance = size / 2; distance >= TILE; distance /= 2) {
        launcher.arguments().word(keys).integer(size).integer(distance).word(unsorted);
        launcher.launch(SCATTER, "scatterExchange", LaunchGrid.items(padded / 2));
      }
      tiles(keys, padded, size, size, unsorted);
    }
  }

  private void tiles(long keys, int padded, int fromSize, int toSize, long unsorted) {
    launcher.arguments().word(keys).integer(fromSize).integer(toSize).word(unsorted);
    launcher.launch(SCATTER, "scatterTiles", LaunchGrid.of(padded / TILE, TILE_THREADS));
  }
}
