package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/** Maps values to positions along an axis. */
public sealed interface AxisScale {
  /** The coordinate of a value. */
  double at(double value);

  /** The ticks of the axis. */
  List<Double> ticks();

  Unit unit();

  /**
   * The value whose unit the text of a tick uses: the last tick of a linear axis, otherwise the
   * tick itself.
   */
  private double largestBeside(double tick) {
    return this instanceof Linear ? ticks().getLast() : tick;
  }

  /** The texts of the ticks, with as many digits as they need to differ. */
  default List<String> labels() {
    List<Double> ticks = ticks();
    for (int figures = 0; figures < MOST_FIGURES; figures++) {
      int more = figures;
      List<String> labels =
          ticks.stream().map(tick -> unit().brief(tick, more, largestBeside(tick))).toList();
      if (labels.stream().distinct().count() == labels.size()) {
        return labels;
      }
    }
    return ticks.stream().map(tick -> Double.toString(tick)).toList();
  }

  /** Figures after which further ones are rounding errors. */
  int MOST_FIGURES = 9;

  /** Ratio of the largest to the smallest value from which an axis is logarithmic. */
  double WIDE = 30;

  /**
   * A linear axis that ends at ticks; {@code from} and {@code to} are coordinates in the picture.
   */
  static AxisScale linear(Unit unit, DoubleSummaryStatistics values, double from, double to) {
    double low = values.getCount() == 0 ? 0 : values.getMin();
    double high = values.getCount() == 0 ? 1 : values.getMax();
    double range = high > low ? high - low : Math.max(Math.abs(high) * 0.1, 1e-3);
    double step = unit.step(range / 5);
    return new Linear(
        unit,
        Math.floor(low / step) * step,
        Math.ceil((low + range) / step) * step,
        step,
        from,
        to);
  }

  /** A linear axis from the least to the largest value, if they differ; ticks are inside. */
  static AxisScale within(Unit unit, DoubleSummaryStatistics values, double from, double to) {
    if (values.getCount() == 0 || values.getMin() == values.getMax()) {
      return linear(unit, values, from, to);
    }
    double step = unit.step((values.getMax() - values.getMin()) / 6);
    return new Linear(unit, values.getMin(), values.getMax(), step, from, to);
  }

  /**
   * A linear axis from zero, or a logarithmic one for values of very different size, with a
   * separate position for zero.
   */
  static AxisScale fromZero(Unit unit, double[] values, double from, double to) {
    var positive = DoubleStream.of(values).filter(v -> v > 0).summaryStatistics();
    if (positive.getCount() == 0 || positive.getMax() / positive.getMin() < WIDE) {
      var all = DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(0));
      return linear(unit, all.summaryStatistics(), from, to);
    }
    boolean zero = DoubleStream.of(values).anyMatch(v -> v == 0);
    return new Logarithmic(unit, positive.getMin(), positive.getMax(), zero, from, to);
  }

  /** A linear axis: equal distances for equal differences. */
  record Linear(Unit unit, double low, double high, double step, double from, double to)
      implements AxisScale {
    private static final double ROUNDING = 1e-6;

    @Override
    public double at(double value) {
      return from + (value - low) / (high - low) * (to - from);
    }

    @Override
    public List<Double> ticks() {
      List<Double> ticks = new ArrayList<>();
      long last = (long) Math.floor(high / step + ROUNDING);
      for (long i = (long) Math.ceil(low / step - ROUNDING); i <= last; i++) {
        ticks.add(i * step);
      }
      return ticks;
    }
  }

  /** A logarithmic axis: equal distances for equal ratios. */
  record Logarithmic(Unit unit, double low, double high, boolean zero, double from, double to)
      implements AxisScale {
    private static final double ZERO_ROOM = 0.12;
    private static final int MOST_TICKS = 6;

    @Override
    public double at(double value) {
      double begin = zero ? from + (to - from) * ZERO_ROOM : from;
      double share = (exponent(value) - firstTick()) / (lastTick() - firstTick());
      return value <= 0 ? from + (to - from) * ZERO_ROOM / 4 : begin + share * (to - begin);
    }

    @Override
    public List<Double> ticks() {
      List<Double> ticks = new ArrayList<>();
      if (zero) {
        ticks.add(0.0);
      }
      int step = (int) Math.ceil((lastTick() - firstTick()) / MOST_TICKS);
      for (double e = firstTick(); e <= lastTick(); e += Math.max(1, step)) {
        ticks.add(Math.pow(unit.base(), e));
      }
      return ticks;
    }

    private double exponent(double value) {
      return Math.log(value) / Math.log(unit.base());
    }

    private double firstTick() {
      return Math.floor(exponent(low));
    }

    private double lastTick() {
      return Math.ceil(exponent(high));
    }
  }
}
