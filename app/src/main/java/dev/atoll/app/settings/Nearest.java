package dev.atoll.app.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what someone meant who mistyped a name. */
public final class Nearest {
  private Nearest() {}

  /**
   * The valid name with the fewest edits from the given one, if they are few enough to be a slip.
   */
  public static Optional<String> to(String given, Collection<String> valid) {
    int most = Math.max(1, given.length() / 2);
    return valid.stream()
        .filter(name -> edits(given, name) <= most || startsAlike(given, name))
        .min(Comparator.comparingInt(name -> edits(given, name)));
  }

  /** A phrase for the end of an error message: {@code "; did you mean 'gcn'?"}, or nothing. */
  public static String hint(String given, Collection<String> valid) {
    return to(given, valid).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  private static boolean startsAlike(String given, String name) {
    return given.length() >= 3 && name.startsWith(given);
  }

  /** Insertions, deletions, replacements and swaps of neighbours, letter case aside. */
  static int edits(String left, String right) {
    String a = left.toLowerCase(java.util.Locale.ROOT);
    String b = right.toLowerCase(java.util.Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
