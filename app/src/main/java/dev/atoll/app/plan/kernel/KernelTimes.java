package dev.atoll.app.plan.kernel;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/** Times of kernel calls on this machine, by kind of call. Many threads may add to it. */
public final class KernelTimes {
  /** Calls that are enough in any case. */
  private static final int MOST_CALLS = 256;

  /** Calls that are enough, if none was faster than those before. */
  private static final int STEADY_CALLS = 8;

  private static final double STEADY_SECONDS = 0.1;

  /** Until the code of a kernel is compiled. */
  private static final double WARM_SECONDS = 1;

  private static final double FASTER = 0.95;

  private final Map<ShapedCall, Samples> samples = new ConcurrentHashMap<>();
  private final Map<String, DoubleAdder> secondsOfKernel = new ConcurrentHashMap<>();

  private static final class Samples {
    private final ArrayDeque<Double> secondsPerAmount = new ArrayDeque<>();
    private double meanAmount;
    private double seconds;
    private double best = Double.POSITIVE_INFINITY;
    private int calls;
    private int sinceBest;

    synchronized void add(double amount, double taken) {
      double rate = taken / amount;
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

    /** The lower quartile of the last ones. */
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
    DoubleAdder seconds = secondsOfKernel.get(call.kernel());
    return known.areEnough(seconds == null ? 0 : seconds.sum());
  }

  void add(ShapedCall call, double amount, double seconds) {
    samples.computeIfAbsent(call, _ -> new Samples()).add(amount, seconds);
    secondsOfKernel.computeIfAbsent(call.kernel(), _ -> new DoubleAdder()).add(seconds);
  }

  /**
   * Seconds for an amount of work in such calls; where there were none, at the rate of the calls of
   * this kernel that are nearest in size. Empty where there were none at all.
   *
   * @param calls among which the amount is divided
   */
  OptionalDouble seconds(ShapedCall call, double calls, double amount) {
    Samples known = samples.get(call);
    if (known == null) {
      known = nearest(call, amount / Math.max(1, calls));
    }
    return known == null ? OptionalDouble.empty() : OptionalDouble.of(amount * known.rate());
  }

  private Samples nearest(ShapedCall call, double amount) {
    Samples nearest = null;
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<ShapedCall, Samples> entry : samples.entrySet()) {
      ShapedCall other = entry.getKey();
      if (other.kernel().equals(call.kernel()) && other.crew().equals(call.crew())) {
        double distance = Math.abs(Math.log(entry.getValue().meanAmount() / amount));
        if (distance < least) {
          least = distance;
          nearest = entry.getValue();
        }
      }
    }
    return nearest;
  }

  /** For a file: amount and seconds of a call, by kind of call. */
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

  /** From {@link #json}; what cannot be read is left out, and measured again. */
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
