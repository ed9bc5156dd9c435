package dev.atoll.cuda;

import dev.atoll.cuda.driver.LaunchGrid;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of a warp on the columns of a sparse product: the macros of {@code spmm.cu}.
 *
 * @param type of x
 * @param outType of the result
 * @param vector elements that a lane loads at once
 * @param lanes lanes that share a row of x
 * @param units loads of a lane per row of x
 * @param tiles number of tiles that cover all columns
 * @param scaled whether edges have a weight or columns a scale
 * @param cached whether tiles are launched one after the other, so that the rows of x stay in the
 *     cache
 * @param packed whether x is packed: only its groups of {@code vector} columns that are not all 0
 *     are stored
 */
record SpmmShape(
    DType type,
    DType outType,
    int vector,
    int lanes,
    int units,
    int tiles,
    boolean heads,
    boolean scaled,
    boolean cached,
    boolean packed) {
  /** Rows of more edges are shared by the warps of a block. */
  static final int LONG = 1024;

  /** Edges of a row that one warp adds where tiles are cached. */
  static final int SEGMENT = 1024;

  /** Segments that are worth more than a block: rows that are long on average are cut. */
  private static final int MANY_SEGMENTS = 8;

  /** A narrower tile reads memory lines incompletely. */
  static final int LEAST_TILE_BYTES = 128;

  /** A tile of 256 bytes is as good as a wider one. */
  private static final int[] TILE_BYTES = {256, LEAST_TILE_BYTES};

  /**
   * The widest tile, one load of every lane, if no tile fits the cache: it leaves registers for
   * more warps.
   */
  private static final int WIDEST_TILE_BYTES = 512;

  /** Blocks that must fit a multiprocessor, where a lane has one load per row. */
  private static final int MIN_BLOCKS = 10;

  /** Blocks per multiprocessor if x is packed. */
  private static final int PACKED_MIN_BLOCKS = 8;

  /** Loads of a lane per row where x is packed: 256 columns, in registers for that many blocks. */
  private static final int PACKED_UNITS = 2;

  /** Packing reads and writes every row of x once. */
  private static final int LEAST_PACKED_READS = 32;

  /** Most bytes that a lane loads at once. */
  static final int VECTOR_BYTES = 16;

  /** A row of x must be read several times to be worth keeping. */
  private static final int LEAST_READS = 8;

  /**
   * The share of the cache for rows of x; the rest is for edges and results, which pass through.
   */
  private static final double CACHE_SHARE = 0.75;

  /** The most units, of 16 bytes, that fit into registers. */
  private static final int MOST_UNITS = 5;

  /**
   * @param headWidth columns of a head, or 0 for no heads
   */
  static SpmmShape of(Matrix x, Matrix out, int headWidth, boolean scaled) {
    int vector = vector(x, out, headWidth);
    int loads = Math.ceilDiv(out.cols(), vector);
    int lanes = Math.min(LaunchGrid.WARP, Math.max(1, Integer.highestOneBit(2 * loads - 1)));
    int needed = Math.ceilDiv(loads, lanes);
    int most = vector > Launcher.VECTOR ? MOST_UNITS / 2 : MOST_UNITS;
    int units = needed > most ? Math.max(1, most - 1) : needed;
    return new SpmmShape(
        x.type(),
        out.type(),
        vector,
        lanes,
        units,
        Math.ceilDiv(needed, units),
        headWidth > 0,
        scaled,
        false,
        false);
  }

  /**
   * The shape for a packed x, most of whose elements are 0; null if packing does not pay: rows of x
   * must be wide and read often, and of 32 bits, since it saves bytes at the price of instructions.
   */
  static SpmmShape packed(Csr a, Matrix x, Matrix out) {
    int columns = Launcher.VECTOR * LaunchGrid.WARP;
    boolean pays =
        x.type() == DType.F32
            && a.weight() == null
            && out.cols() >= columns
            && a.nonZeros() >= LEAST_PACKED_READS * (long) x.rows()
            && Launcher.areAligned(Launcher.VECTOR, x, out);
    if (!pays) {
      return null;
    }
    int units = Math.min(PACKED_UNITS, Math.ceilDiv(out.cols(), columns));
    return new SpmmShape(
        x.type(),
        out.type(),
        Launcher.VECTOR,
        LaunchGrid.WARP,
        units,
        Math.ceilDiv(out.cols(), units * columns),
        false,
        false,
        true,
        true);
  }

  private static int vector(Matrix x, Matrix out, int headWidth) {
    for (int v = VECTOR_BYTES / x.type().bytes(); v >= Launcher.VECTOR; v /= 2) {
      if (Launcher.areAligned(v, x, out) && out.cols() > 1 && headWidth % v == 0) {
        return v;
      }
    }
    return 1;
  }

  /**
   * The shape of a product. It is cut into tiles if rows are so long that many warps must share
   * one, and if the rows of x are read often and do not fit the cache as a whole: the widest tiles
   * that fit it, or else tiles of one load per lane.
   *
   * @param edges of the sparse matrix
   * @param packs whether tiles of x are copied and scaled first
   */
  static SpmmShape of(
      Matrix x,
      Matrix out,
      int headWidth,
      boolean scaled,
      boolean packs,
      long edges,
      long cacheBytes) {
    SpmmShape whole = of(x, out, headWidth, scaled);
    if (edges >= MANY_SEGMENTS * (long) SEGMENT && edges > (long) SEGMENT * out.rows()) {
      int loads = Math.ceilDiv(out.cols(), whole.vector);
      int lanes = Math.min(LaunchGrid.WARP, Math.max(1, Integer.highestOneBit(2 * loads - 1)));
      return whole.inTiles(lanes * whole.vector, out.cols());
    }
    double bytes = (double) x.rows() * x.type().bytes();
    if (whole.vector == 1 || fitsCache(bytes * out.cols(), cacheBytes) || !isReadOften(x, edges)) {
      return whole;
    }
    for (int tileBytes : TILE_BYTES) {
      int columns = tileBytes / x.type().bytes();
      if (columns < out.cols() && fitsCache(bytes * columns, cacheBytes)) {
        return whole.inTiles(columns, out.cols());
      }
    }
    int columns = WIDEST_TILE_BYTES / x.type().bytes();
    return columns < out.cols() || (packs && columns == out.cols())
        ? whole.inTiles(columns, out.cols())
        : whole;
  }

  /** Whether rows of this total size stay in the cache. */
  static boolean fitsCache(double bytes, long cacheBytes) {
    return bytes <= CACHE_SHARE * cacheBytes;
  }

  /** Whether this number of edges reads rows often enough to cache them. */
  static boolean isReadOften(Matrix x, long edges) {
    return edges >= LEAST_READS * (long) x.rows();
  }

  /** A copy with cached tiles of {@code columns} columns. */
  SpmmShape inTiles(int columns, int allColumns) {
    int loads = columns / vector;
    return new SpmmShape(
        type,
        outType,
        vector,
        Math.min(LaunchGrid.WARP, loads),
        Math.ceilDiv(loads, LaunchGrid.WARP),
        Math.ceilDiv(allColumns, columns),
        heads,
        scaled,
        true,
        false);
  }

  /** A copy for edges without factors. */
  SpmmShape unscaled() {
    return new SpmmShape(type, outType, vector, lanes, units, tiles, heads, false, cached, packed);
  }

  /** Columns of a tile. */
  int tileColumns() {
    return vector * lanes * units;
  }

  Program program() {
    var definitions = new ArrayList<>(macros());
    if (packed) {
      definitions.add("PACKED=1");
      definitions.add("MIN_BLOCKS=" + PACKED_MIN_BLOCKS);
    } else if (units == 1 && !heads && !scaled) {
      definitions.add("MIN_BLOCKS=" + MIN_BLOCKS);
    }
    return new Program("spmm.cu", List.copyOf(definitions));
  }

  private List<String> macros() {
    return List.of(
        "ELEMENT=" + ElementType.nameOf(type),
        "OUT=" + ElementType.nameOf(outType),
        "VECTOR=" + vector,
        "LANES=" + lanes,
        "UNITS=" + units,
        "HEADS=" + (heads ? 1 : 0),
        "SCALED=" + (scaled ? 1 : 0),
        "LONG=" + LONG,
        "SEGMENT=" + SEGMENT);
  }
}
