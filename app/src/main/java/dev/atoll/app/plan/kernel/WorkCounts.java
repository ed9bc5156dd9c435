package dev.atoll.app.plan.kernel;

import dev.atoll.app.plan.kernel.Work.Reach;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/** Counts of work by kind of call. Many threads may add to it. */
public final class WorkCounts {
  private final Map<ShapedCall, Amount> amounts = new ConcurrentHashMap<>();

  private record Amount(DoubleAdder calls, DoubleAdder work) {
    Amount() {
      this(new DoubleAdder(), new DoubleAdder());
    }

    void add(double moreCalls, double more) {
      calls.add(moreCalls);
      work.add(more);
    }
  }

  /** Receives counts. */
  @FunctionalInterface
  interface Reader {
    void read(ShapedCall call, double calls, double amount);
  }

  /** Counts a call. */
  public void add(ShapedCall call, double amount) {
    amounts.computeIfAbsent(call, _ -> new Amount()).add(1, amount);
  }

  void forEach(Reader reader) {
    amounts.forEach((call, amount) -> reader.read(call, amount.calls.sum(), amount.work.sum()));
  }

  /** Work of a kind over all calls. */
  double of(Work work, Reach reach) {
    double sum = 0;
    for (Map.Entry<ShapedCall, Amount> entry : amounts.entrySet()) {
      if (entry.getKey().work() == work && entry.getKey().reach() == reach) {
        sum += entry.getValue().work.sum();
      }
    }
    return sum;
  }

  /** Calls of all kinds. */
  double calls() {
    return amounts.values().stream().mapToDouble(amount -> amount.calls.sum()).sum();
  }

  /** The counts since the last call. */
  public WorkCounts take() {
    var taken = new WorkCounts();
    amounts.forEach(
        (call, amount) -> taken.add(call, amount.calls.sumThenReset(), amount.work.sumThenReset()));
    return taken;
  }

  /** {@code this += share · other}. */
  public void add(WorkCounts other, double share) {
    other.amounts.forEach(
        (call, amount) -> add(call, share * amount.calls.sum(), share * amount.work.sum()));
  }

  private void add(ShapedCall call, double calls, double amount) {
    if (calls > 0) {
      amounts.computeIfAbsent(call, _ -> new Amount()).add(calls, amount);
    }
  }
}
