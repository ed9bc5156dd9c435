package dev.atoll.graph.wording;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Suggestions for misspelt names: the known name with the fewest typing slips (a letter missing,
 * too many, wrong, or two swapped) from the one given.
 *
 * <pre>{@code
 * Suggestion.unknown("dataset", "croa", List.of("cora", "citeseer"))
 *   → unknown dataset 'croa'; did you mean 'cora'? Known: citeseer, cora
 * }</pre>
 */
public final class Suggestion {
  private Suggestion() {}

  /**
   * The closest known name, unless every one is further away than half the letters given. A name
   * that holds the one given counts as one slip: {@code arxiv} means {@code ogbn-arxiv}.
   */
  public static Optional<String> to(String name, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt((String k) -> distance(name, k)).thenComparing(k -> k))
        .filter(k -> distance(name, k) <= Math.max(1, name.length() / 2));
  }

  private static int distance(String name, String known) {
    boolean part =
        name.length() > 2 && known.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
    return part ? Math.min(1, slips(name, known)) : slips(name, known);
  }

  /** The whole error message for a name that is not known. */
  public static String unknown(String kind, String name, Collection<String> known) {
    String hint = to(name, known).map(k -> "; did you mean '" + k + "'?").orElse(".");
    return "unknown %s '%s'%s Known: %s"
        .formatted(kind, name, hint, String.join(", ", known.stream().sorted().toList()));
  }

  /** Optimal string alignment distance, ignoring case. */
  static int slips(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(int[][] cost, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
    best = Math.min(best, cost[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }
}
