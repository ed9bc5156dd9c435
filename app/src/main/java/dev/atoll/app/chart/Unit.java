package dev.atoll.app.chart;

import dev.atoll.recipe.log.Units;
import java.util.List;

/** The unit of the numbers along an axis, and their text. */
public enum Unit {
  BYTES(2) {
    @Override
    String text(double value, int more) {
      return Units.bytes(Math.round(value), more);
    }

    @Override
    public double step(double rough) {
      double unit = 1;
      while (unit * 1024 <= rough) {
        unit *= 1024;
      }
      double power = 1;
      while (power < rough / unit) {
        power *= 2;
      }
      return unit * power;
    }

    @Override
    String brief(double value, int more, double largest) {
      double unit = 1;
      int name = 0;
      while (unit * 1024 <= largest && name < BYTE_NAMES.size() - 1) {
        unit *= 1024;
        name++;
      }
      return trimmed(Units.number(value / unit, more)) + " " + BYTE_NAMES.get(name);
    }
  },
  SECONDS(10) {
    @Override
    String text(double value, int more) {
      return value == 0 ? "0 s" : Units.seconds(value, more);
    }
  },
  SHARE(10) {
    @Override
    String text(double value, int more) {
      return Units.percent(value, more);
    }
  },
  NUMBER(10) {
    @Override
    String text(double value, int more) {
      return Units.number(value, more);
    }
  },
  /** Whole numbers, such as epochs. */
  COUNT(10) {
    @Override
    String text(double value, int more) {
      return Units.count(Math.round(value));
    }

    @Override
    public double step(double rough) {
      return Math.max(1, super.step(rough));
    }
  };

  private static final List<String> BYTE_NAMES = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");

  private final int base;

  Unit(int base) {
    this.base = base;
  }

  /** The text with more than three significant digits. */
  abstract String text(double value, int more);

  /** The text with three significant digits, for tooltips and cells. */
  public String precise(double value) {
    return text(value, 0);
  }

  /** The text at a tick: {@code "1.5 MiB"} for {@code "1.50 MiB"}. */
  public String brief(double value) {
    return brief(value, 0);
  }

  /** The text in the unit of a larger value, where the unit depends on the size. */
  String brief(double value, int more, double largest) {
    return brief(value, more);
  }

  /** The text with more significant digits, for ticks that are close to each other. */
  String brief(double value, int more) {
    return trimmed(text(value, more));
  }

  /** Removes trailing zeros of the fraction. */
  private static String trimmed(String text) {
    return text.replaceFirst("(\\.\\d*?)0+(?=\\D|$)", "$1").replaceFirst("\\.(?=\\D|$)", "");
  }

  /** A round distance between ticks, at least as large as the given one. */
  public double step(double rough) {
    return round(rough);
  }

  /** The base whose powers are the ticks of a logarithmic axis. */
  public int base() {
    return base;
  }

  /** The next of … 1, 2, 5, 10, 20, 50 … that is not smaller. */
  private static double round(double rough) {
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  }
}
