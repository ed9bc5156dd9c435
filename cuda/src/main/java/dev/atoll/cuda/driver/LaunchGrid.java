package dev.atoll.cuda.driver;

/**
 * The thread blocks and threads of a launch.
 *
 * @param tiles blocks along y
 * @param width threads of a block along x
 * @param height threads of a block along y
 * @param sharedBytes shared memory of a block besides that which the kernel declares
 */
public record LaunchGrid(int blocks, int tiles, int width, int height, int sharedBytes) {
  public static final int WARP = 32;

  /** Threads of a block where nothing else matters. */
  private static final int THREADS = 256;

  /** Enough blocks to fill any GPU several times; more rows are reached by striding. */
  private static final int MOST_BLOCKS = 1 << 14;

  /** A number of blocks with a number of threads each. */
  public static LaunchGrid of(long blocks, int threads) {
    return new LaunchGrid(Math.toIntExact(blocks), 1, threads, 1, 0);
  }

  /** A thread per item. */
  public static LaunchGrid items(long items) {
    return of(Math.ceilDiv(items, THREADS), THREADS);
  }

  /** A warp per row, four to a block: long rows then delay few others. */
  public static LaunchGrid warps(long rows) {
    return of(Math.ceilDiv(rows, 4L), 4 * WARP);
  }

  /** A thread per {@code vector} elements of a row, rows along y. */
  public static LaunchGrid elements(int rows, int cols, int vector) {
    int loads = Math.ceilDiv(cols, vector);
    int width = loads >= THREADS ? THREADS : Math.max(1, Integer.highestOneBit(2 * loads - 1));
    int height = THREADS / width;
    int blocks = Math.min(MOST_BLOCKS, Math.ceilDiv(rows, height));
    return new LaunchGrid(blocks, 1, width, height, 0);
  }

  public LaunchGrid withTiles(int newTiles) {
    return new LaunchGrid(blocks, newTiles, width, height, sharedBytes);
  }

  /** A copy of this grid that starts after {@code otherBlocks} other blocks of as many threads. */
  public LaunchGrid after(int otherBlocks) {
    return new LaunchGrid(otherBlocks + blocks, tiles, width, height, sharedBytes);
  }

  public LaunchGrid atMost(int newBlocks) {
    return new LaunchGrid(Math.min(blocks, newBlocks), tiles, width, height, sharedBytes);
  }

  public LaunchGrid withSharedBytes(int bytes) {
    return new LaunchGrid(blocks, tiles, width, height, bytes);
  }
}
