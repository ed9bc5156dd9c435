package dev.atoll.graph;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A name for random numbers. Equal keys give equal numbers on every rank, thread and run; keys of
 * different labels are independent. Keys are derived here and nowhere else.
 *
 * <pre>{@code
 * var key = RandomKey.ofSeed(42).child("dropout").child(epoch).child(layer);
 * double u = key.unit(node);
 * }</pre>
 */
public record RandomKey(long bits) {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The root of a run, from the user's {@code --seed}. */
  public static RandomKey ofSeed(long seed) {
    return new RandomKey(mix(seed + GOLDEN));
  }

  /** The key of a numbered unit: an epoch, a step, a layer, a node. */
  public RandomKey child(long label) {
    return new RandomKey(childBits(bits, label));
  }

  /** The bits of a child, for loops that would make a key per node. */
  public static long childBits(long bits, long label) {
    return mix(bits ^ mix(label + GOLDEN));
  }

  /** The key of a purpose, such as {@code "dropout"}. */
  public RandomKey child(String purpose) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : purpose.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return child(hash);
  }

  /** The 64 random bits at a counter. */
  public long draw(long counter) {
    return mix(bits + counter * GOLDEN);
  }

  /** Uniform in [0, 1) at a counter. */
  public double unit(long counter) {
    return unit(bits, counter);
  }

  /** Computes {@link #unit(long)} for the bits of a key. */
  public static double unit(long bits, long counter) {
    return (mix(bits + counter * GOLDEN) >>> 11) * 0x1p-53;
  }

  /** Uniform in [0, bound) at a counter; the bias of the multiply-shift is below bound/2⁶⁴. */
  public long below(long bound, long counter) {
    return below(bits, bound, counter);
  }

  /** Computes {@link #below(long, long)} for the bits of a key. */
  public static long below(long bits, long bound, long counter) {
    return Math.unsignedMultiplyHigh(mix(bits + counter * GOLDEN), bound);
  }

  /** A sequential generator, where numbers are drawn in one fixed order. */
  public RandomGenerator stream() {
    return new SplittableRandom(bits);
  }

  /** SplitMix64's finaliser: every bit of the result depends on every bit of z. */
  public static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
