package dev.atoll.graph.policy;

import dev.atoll.graph.wording.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The values that a setting takes, and how they are written. */
public interface KeyType<T> {
  /** The value behind a text, or nothing when the text is no such value. */
  Optional<T> parse(String text);

  /** The allowed values, for an error message: {@code "a whole number from 1 to 64"}. */
  String allowed();

  /** The names to choose from, where the values are names. */
  default List<String> names() {
    return List.of();
  }

  /** The text of a value, which {@link #parse} reads back. */
  default String print(T value) {
    return value.toString();
  }

  /** The value in JSON: a number, a truth value, or its text. */
  default Object plain(T value) {
    return value instanceof Number || value instanceof Boolean ? value : print(value);
  }

  /** The error of a text that is no such value. */
  default String problem(String text) {
    String hint =
        Suggestion.to(text, names()).map(name -> "; did you mean '" + name + "'?").orElse("");
    return "cannot be '%s': allowed is %s%s".formatted(text, allowed(), hint);
  }

  /** A whole number in a range. */
  record Whole(long min, long max) implements KeyType<Long> {
    @Override
    public Optional<Long> parse(String text) {
      try {
        return Optional.of(Long.parseLong(text.strip().replace("_", "")))
            .filter(value -> value >= min && value <= max);
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }

    @Override
    public String allowed() {
      return min == max ? "only " + min : range("a whole number", min, max, max == Long.MAX_VALUE);
    }
  }

  /** Whole numbers in a range, written 15,10,5. */
  record Wholes(long min, long max) implements KeyType<List<Integer>> {
    @Override
    public Optional<List<Integer>> parse(String text) {
      var each = new Whole(min, max);
      List<Integer> numbers =
          Arrays.stream(text.split(",", -1))
              .map(each::parse)
              .flatMap(Optional::stream)
              .map(Math::toIntExact)
              .toList();
      return Optional.of(numbers).filter(all -> all.size() == text.split(",", -1).length);
    }

    @Override
    public String print(List<Integer> value) {
      return value.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public String allowed() {
      return range("whole numbers, separated by commas, each", min, max, max >= Integer.MAX_VALUE);
    }
  }

  /** A number in a range, ends included. */
  record Decimal(double min, double max) implements KeyType<Double> {
    @Override
    public Optional<Double> parse(String text) {
      try {
        return Optional.of(Double.parseDouble(text.strip()))
            .filter(value -> value >= min && value <= max);
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }

    @Override
    public String allowed() {
      return range("a number", min, max, Double.isInfinite(max));
    }
  }

  /** A choice among names. */
  record Choice(List<String> names) implements KeyType<String> {
    public static Choice of(String... names) {
      return new Choice(List.of(names));
    }

    @Override
    public Optional<String> parse(String text) {
      return Optional.of(text.strip()).filter(names::contains);
    }

    @Override
    public String allowed() {
      return (names.size() == 1 ? "only " : "one of ") + String.join(", ", names);
    }
  }

  /** The name of a policy. */
  record PolicyName(List<String> names) implements KeyType<String> {
    @Override
    public Optional<String> parse(String text) {
      return new Choice(names).parse(text);
    }

    @Override
    public String allowed() {
      return new Choice(names).allowed();
    }
  }

  /** A constant of an enumeration: {@code AS_PUBLISHED} is written as-published. */
  record Constant<E extends Enum<E>>(Class<E> type) implements KeyType<E> {
    @Override
    public Optional<E> parse(String text) {
      return Arrays.stream(type.getEnumConstants())
          .filter(constant -> print(constant).equals(text.strip()))
          .findAny();
    }

    @Override
    public String print(E value) {
      return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public List<String> names() {
      return Arrays.stream(type.getEnumConstants()).map(this::print).toList();
    }

    @Override
    public String allowed() {
      return new Choice(names()).allowed();
    }
  }

  /** Yes or no. */
  record Flag() implements KeyType<Boolean> {
    @Override
    public Optional<Boolean> parse(String text) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true", "yes", "on" -> Optional.of(true);
        case "false", "no", "off" -> Optional.of(false);
        default -> Optional.empty();
      };
    }

    @Override
    public String allowed() {
      return "true or false";
    }
  }

  /** Any text that is not empty. */
  record Text(String allowed) implements KeyType<String> {
    @Override
    public Optional<String> parse(String text) {
      return Optional.of(text.strip()).filter(value -> !value.isEmpty());
    }
  }

  private static String range(String what, Object min, Object max, boolean open) {
    return what + (open ? " of at least " + min : " from " + min + " to " + max);
  }
}
