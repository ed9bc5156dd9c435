package dev.atoll.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Arithmetic over the JSON of named commands.
 *
 * <pre>
 *   tenth.bytesPerEpoch.boundary / all.bytesPerEpoch.boundary
 *   100 * (uniform.test.accuracy - dgs.test.accuracy)
 *   max(parts.haloNodes) / mean(parts.nodes)
 * </pre>
 *
 * <p>The first word of a path is a command's name, the others are fields, or places of a list; a
 * field that is not a plain word is quoted. {@code max}, {@code min}, {@code sum}, {@code mean} and
 * {@code last} take a list, {@code least} several terms; {@code same} is 1 where all fields that it
 * names have the same value, and 0 elsewhere; {@code best} takes pairs of a score and a value, and
 * is the value of the highest score.
 */
final class Formula {
  private final String text;
  private final Map<String, JsonNode> results;
  private int at;

  private Formula(String text, Map<String, JsonNode> results) {
    this.text = text;
    this.results = results;
  }

  /**
   * The value of a formula.
   *
   * @param results the JSON of every command by its name
   * @throws IllegalArgumentException when it is no formula, or names something that is not there
   */
  static double value(String text, Map<String, JsonNode> results) {
    Formula formula = new Formula(text, results);
    double value = formula.sum();
    formula.skipBlanks();
    if (formula.at < text.length()) {
      throw formula.problem("expected an operator");
    }
    return value;
  }

  private double sum() {
    double value = product();
    while (true) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  private double product() {
    double value = factor();
    while (true) {
      if (take('*')) {
        value *= factor();
      } else if (take('/')) {
        value /= factor();
      } else {
        return value;
      }
    }
  }

  private double factor() {
    if (take('-')) {
      return -factor();
    }
    if (take('(')) {
      double value = sum();
      close();
      return value;
    }
    String word = word();
    if (Character.isDigit(word.charAt(0))) {
      return Double.parseDouble(word);
    }
    if (take('(')) {
      double value =
          switch (word) {
            case "least" -> least();
            case "same" -> same();
            case "best" -> best();
            default -> overList(word);
          };
      close();
      return value;
    }
    JsonNode node = find(word);
    if (!node.isNumber() && !node.isBoolean()) {
      throw problem(word + " is no number");
    }
    return node.isBoolean() ? node.asInt() : node.asDouble();
  }

  private double least() {
    double least = sum();
    while (take(',')) {
      least = Math.min(least, sum());
    }
    return least;
  }

  /** Reads pairs of a score and a value: the value of the highest score, the first of equals. */
  private double best() {
    double highest = Double.NEGATIVE_INFINITY;
    double value = Double.NaN;
    do {
      double score = sum();
      if (!take(',')) {
        throw problem("expected a value behind each score");
      }
      double candidate = sum();
      if (score > highest) {
        highest = score;
        value = candidate;
      }
    } while (take(','));
    return value;
  }

  private double same() {
    JsonNode first = find(word());
    boolean same = true;
    while (take(',')) {
      same &= find(word()).equals(first);
    }
    return same ? 1 : 0;
  }

  private double overList(String function) {
    return reduce(function, elements(word()).stream().mapToDouble(Double::doubleValue));
  }

  private double reduce(String function, DoubleStream elements) {
    return switch (function) {
      case "max" -> elements.max().orElseThrow();
      case "min" -> elements.min().orElseThrow();
      case "sum" -> elements.sum();
      case "mean" -> elements.average().orElseThrow();
      case "last" -> elements.reduce((_, last) -> last).orElseThrow();
      default ->
          throw problem(
              "expected max, min, sum, mean, last, least, same or best, found '" + function + "'");
    };
  }

  private List<Double> elements(String path) {
    JsonNode list = find(path);
    if (list.isEmpty()) {
      throw problem(path + " is no list, or an empty one");
    }
    List<Double> elements = new ArrayList<>();
    list.forEach(element -> elements.add(element.asDouble()));
    return elements;
  }

  private JsonNode find(String path) {
    String[] words = path.split("\\.", -1);
    JsonNode node = results.get(words[0]);
    for (int i = 1; node != null && i < words.length; i++) {
      node = words[i].matches("\\d+") ? node.get(Integer.parseInt(words[i])) : node.get(words[i]);
    }
    if (node == null) {
      throw problem(path + " is not in the results of " + results.keySet());
    }
    return node;
  }

  private void close() {
    if (!take(')')) {
      throw problem("expected ')'");
    }
  }

  private String word() {
    skipBlanks();
    int from = at;
    boolean quoted = false;
    while (at < text.length() && (quoted || isPartOfWord(text.charAt(at)))) {
      quoted ^= text.charAt(at) == '"';
      at++;
    }
    if (at == from) {
      throw problem("expected a number or a name");
    }
    return text.substring(from, at).replace("\"", "");
  }

  private static boolean isPartOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '@' || c == '"';
  }

  private boolean take(char wanted) {
    skipBlanks();
    boolean found = at < text.length() && text.charAt(at) == wanted;
    at += found ? 1 : 0;
    return found;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException problem(String what) {
    return new IllegalArgumentException(
        "formula '%s', character %d: %s".formatted(text.strip(), at + 1, what));
  }
}
