package dev.atoll.graph.generate;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import java.lang.foreign.MemorySegment;
import java.util.function.LongToIntFunction;

/** Classes that follow the structure of a graph and features that follow the classes. */
final class PlantedClasses implements NodeData {
  /**
   * Scales the sum of four uniform 16-bit numbers to variance 1; one has variance (2³² − 1) / 12.
   */
  private static final float BELL_SCALE = (float) (1 / Math.sqrt(4 * (0x1p32 - 1) / 12));

  private final long rows;
  private final Planting planting;
  private final LongToIntFunction classOf;
  private final LongToIntFunction roleOf;
  private final float[][] centres;
  private final RandomKey noise;
  private final RandomKey labelNoise;

  /**
   * @param classOf the class that the structure of the graph gives a node
   * @param roleOf its role of {@link Split}
   */
  PlantedClasses(
      long rows,
      Planting planting,
      LongToIntFunction classOf,
      LongToIntFunction roleOf,
      RandomKey key) {
    this.rows = rows;
    this.planting = planting;
    this.classOf = classOf;
    this.roleOf = roleOf;
    this.noise = key.child("features");
    this.labelNoise = key.child("label noise");
    this.centres = centres(planting, key.child("centres"));
  }

  /** Classes, features and roles by one key. */
  static PlantedClasses of(
      long rows, Planting planting, LongToIntFunction classOf, SplitCounts split, RandomKey key) {
    return new PlantedClasses(
        rows, planting, classOf, split.roles(rows, key.child("split")), key.child("nodes"));
  }

  private static float[][] centres(Planting planting, RandomKey key) {
    double scale = planting.signal() / Math.sqrt(planting.width());
    float[][] centres = new float[planting.classes()][planting.width()];
    for (int label = 0; label < centres.length; label++) {
      for (int column = 0; column < planting.width(); column++) {
        long element = (long) label * planting.width() + column;
        centres[label][column] = (float) (scale * bell(key.draw(element)));
      }
    }
    return centres;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public int featureWidth() {
    return planting.width();
  }

  @Override
  public int classes() {
    return planting.classes();
  }

  @Override
  public void features(long firstRow, MemorySegment into) {
    int width = planting.width();
    long count = width == 0 ? 0 : into.byteSize() / Float.BYTES / width;
    for (long i = 0; i < count; i++) {
      float[] centre = centres[label(firstRow + i)];
      for (int column = 0; column < width; column++) {
        float value = centre[column] + bell(noise.draw((firstRow + i) * width + column));
        into.set(JAVA_FLOAT_UNALIGNED, (i * width + column) * Float.BYTES, value);
      }
    }
  }

  @Override
  public void labels(long firstRow, MemorySegment into) {
    for (long i = 0; i < into.byteSize() / Integer.BYTES; i++) {
      long row = firstRow + i;
      int label = roleOf.applyAsInt(row) == Split.NONE ? -1 : label(row);
      into.set(JAVA_INT_UNALIGNED, i * Integer.BYTES, label);
    }
  }

  @Override
  public void split(long firstRow, MemorySegment into) {
    for (long i = 0; i < into.byteSize(); i++) {
      into.set(JAVA_BYTE, i, (byte) roleOf.applyAsInt(firstRow + i));
    }
  }

  private int label(long row) {
    return labelNoise.unit(2 * row) < planting.labelNoise()
        ? (int) labelNoise.below(planting.classes(), 2 * row + 1)
        : classOf.applyAsInt(row);
  }

  /**
   * Nearly normal with mean 0 and deviation 1: the sum of four uniform 16-bit numbers. Exact in any
   * JVM, and far cheaper than logarithms.
   */
  private static float bell(long bits) {
    long sum = (bits & 0xFFFF) + (bits >>> 16 & 0xFFFF) + (bits >>> 32 & 0xFFFF) + (bits >>> 48);
    return (sum - 2 * 65535) * BELL_SCALE;
  }
}
