package dev.atoll.app.plan.kernel;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Times of kernel calls on this machine, by kind of call. Many threads may add to it. */
public final class KernelTimes {
  /** The number of calls that always suffices. */
  private static final int MOST_CALLS = 256;

  /** The number of calls that suffices if none was faster than the earlier ones. */
  private static final int STEADY_CALLS = 8;

  private static final double STEADY_SECONDS = 0.1;

  /** Seconds in a kernel after which its code is compiled. */
  private static final double WARM_SECONDS = 1;

  private static final double FASTER = 0.95;

  private final Map<ShapedCall, Samples> samples = new ConcurrentHashMap<>();
  private final Map<String, Double> secondsOfKernel = new ConcurrentHashMap<>();

  private static final class Samples {
    private final ArrayDeque<Double> secondsPerAmount = new ArrayDeque<>();
    private double meanAmount;
    private double seconds;
    private double best = Double.POSITIVE_INFINITY;
    private int calls;
    private int sinceBest;
    private boolean early;

    synchronized void add(double amount, double taken) {
      double rate = taken / amount;
      if (early) {
        early = false;
        secondsPerAmount.clear();
      }
      secondsPerAmount.add(rate);
      if (secondsPerAmount.size() > STEADY_CALLS) {
        secondsPerAmount.removeFirst();
      }
      sinceBest = rate < FASTER * best ? 0 : sinceBest + 1;
      best = Math.min(best, rate);
      calls++;
      meanAmount += (amount - meanAmount) / calls;
      seconds += taken;
    }

    synchronized boolean areEnough(double secondsOfKernel) {
      return calls >= MOST_CALLS
          || (sinceBest >= 1 && seconds >= WARM_SECONDS)
          || (sinceBest >= STEADY_CALLS
              && seconds >= STEADY_SECONDS
              && secondsOfKernel >= WARM_SECONDS);
    }

    /** Marks the calls so far as early: the next call replaces them. */
    synchronized void markEarly() {
      early = calls < MOST_CALLS;
    }

    /** Whether these calls were made after the code of their kernel was compiled. */
    synchronized boolean areSettled(boolean warm) {
      return !early && (warm || calls >= STEADY_CALLS);
    }

    /** The lower quartile of the last calls, in seconds per amount of work. */
    synchronized double rate() {
      double[] sorted =
          secondsPerAmount.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted[sorted.length / 4];
    }

    synchronized double meanAmount() {
      return meanAmount;
    }
  }

  /** Whether more of these calls should be timed. */
  boolean wants(ShapedCall call) {
    Samples known = samples.get(call);
    return known == null || !areEnough(call, known);
  }

  private boolean areEnough(ShapedCall call, Samples known) {
    return known.areEnough(secondsOf(call.kernel()));
  }

  private double secondsOf(String kernel) {
    return secondsOfKernel.getOrDefault(kernel, 0.0);
  }

  /** Whether a kernel ran for so long that its code is compiled. */
  boolean isWarm(String kernel) {
    return secondsOf(kernel) >= WARM_SECONDS;
  }

  void add(ShapedCall call, double amount, double seconds) {
    samples.computeIfAbsent(call, _ -> new Samples()).add(amount, seconds);
    double sum = secondsOfKernel.merge(call.kernel(), seconds, Double::sum);
    if (sum >= WARM_SECONDS && sum - seconds < WARM_SECONDS) {
      samples.forEach(
          (other, known) -> {
            if (other.kernel().equals(call.kernel())) {
              known.markEarly();
            }
          });
    }
  }

  /**
   * Seconds for an amount of work in such calls. Without such calls since the kernel's code was
   * compiled, uses the rate of the kernel's calls that are nearest in size. Empty if there were no
   * calls at all.
   *
   * @param calls among which the amount is divided
   */
  OptionalDouble seconds(ShapedCall call, double calls, double amount) {
    Samples known = samples.get(call);
    if (known == null || !known.areSettled(isWarm(call.kernel()))) {
      double size = amount / Math.max(1, calls);
      known =
          Stream.of(nearest(call, size, true), known, nearest(call, size, false))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
    }
    return known == null ? OptionalDouble.empty() : OptionalDouble.of(amount * known.rate());
  }

  /**
   * The calls of the same kernel that are nearest in size, or null.
   *
   * @param settled whether calls from before its code was compiled are left out
   */
  private Samples nearest(ShapedCall call, double amount, boolean settled) {
    boolean warm = isWarm(call.kernel());
    Samples nearest = null;
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<ShapedCall, Samples> entry : samples.entrySet()) {
      ShapedCall other = entry.getKey();
      if (other.kernel().equals(call.kernel())
          && other.crew().equals(call.crew())
          && (!settled || entry.getValue().areSettled(warm))) {
        double distance = Math.abs(Math.log(entry.getValue().meanAmount() / amount));
        if (distance < least) {
          least = distance;
          nearest = entry.getValue();
        }
      }
    }
    return nearest;
  }

  /** The times as JSON: amount and seconds of a call, by kind of call. */
  public Map<String, double[]> json() {
    Map<String, double[]> json = new LinkedHashMap<>();
    samples.entrySet().stream()
        .filter(entry -> areEnough(entry.getKey(), entry.getValue()))
        .sorted(Map.Entry.comparingByKey(Comparator.comparing(ShapedCall::text)))
        .forEach(
            entry -> {
              double amount = entry.getValue().meanAmount();
              json.put(
                  entry.getKey().text(), new double[] {amount, amount * entry.getValue().rate()});
            });
    return json;
  }

  /** Parses {@link #json}; unreadable entries are left out, and measured again. */
  public static KernelTimes read(Map<String, double[]> json) {
    var times = new KernelTimes();
    json.forEach(
        (text, known) -> {
          if (known.length == 2 && known[0] > 0 && known[1] > 0) {
            ShapedCall.read(text).ifPresent(call -> times.know(call, known[0], known[1]));
          }
        });
    return times;
  }

  /**
   * Adds a known time; seconds of the kernel, which say whether its code is compiled, do not count.
   */
  private void know(ShapedCall call, double amount, double seconds) {
    var known = new Samples();
    for (int i = 0; i < MOST_CALLS; i++) {
      known.add(amount, seconds);
    }
    samples.put(call, known);
  }
}
