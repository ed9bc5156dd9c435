package dev.atoll.train.placement;

import dev.atoll.graph.policy.KeyType;
import java.util.List;
import java.util.Optional;

/**
 * The choice of the α of {@link CachedPlacer}.
 *
 * @param given the number itself; NaN if a rule computes it
 */
public record Alpha(Rule rule, double given) {
  /** The origin of the number. */
  public enum Rule {
    /** The value of Song and Jiang: 0 if all devices are connected, 0.2 for several groups. */
    PUBLISHED("published"),
    /** The threshold from which a copy pays off for its group, {@link TierCosts#alpha(int)}. */
    GROUP("group"),
    /** A number, for all devices. */
    GIVEN("");

    private final String text;

    Rule(String text) {
      this.text = text;
    }
  }

  /** The published number for groups that are not connected with each other. */
  private static final double IN_GROUPS = 0.2;

  public static final Alpha PUBLISHED = new Alpha(Rule.PUBLISHED, Double.NaN);
  public static final Alpha GROUP = new Alpha(Rule.GROUP, Double.NaN);

  /** The values of settings. */
  static final KeyType<Alpha> TYPE = new Type();

  /** A number from 0 to 1. */
  public static Alpha of(double number) {
    return new Alpha(Rule.GIVEN, number);
  }

  /** The number for some devices. */
  double on(Devices devices, TierCosts costs) {
    return switch (rule) {
      case PUBLISHED -> devices.groups().size() == 1 ? 0 : IN_GROUPS;
      case GROUP -> costs.alpha(devices.groups().stream().mapToInt(List::size).max().orElse(1));
      case GIVEN -> given;
    };
  }

  @Override
  public String toString() {
    return rule == Rule.GIVEN ? Double.toString(given) : rule.text;
  }

  private record Type() implements KeyType<Alpha> {
    private static final Decimal NUMBER = new Decimal(0, 1);

    @Override
    public Optional<Alpha> parse(String text) {
      for (Alpha byRule : List.of(PUBLISHED, GROUP)) {
        if (byRule.toString().equals(text.strip())) {
          return Optional.of(byRule);
        }
      }
      return NUMBER.parse(text).map(Alpha::of);
    }

    @Override
    public String allowed() {
      return PUBLISHED + ", " + GROUP + " or " + NUMBER.allowed();
    }
  }
}
