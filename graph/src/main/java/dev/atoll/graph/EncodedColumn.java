package dev.atoll.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * A column of a table and the columns of features that it became.
 *
 * @param column its name in the table
 * @param encoder the name of the encoder, as the import's options write it
 * @param width columns of features, without the one that marks missing values
 * @param categories the value that each column of features stands for; empty for other encoders
 * @param numbers the statistics of a column of numbers; null for other encoders
 */
public record EncodedColumn(
    String column, String encoder, int width, List<String> categories, Numbers numbers) {
  public EncodedColumn {
    categories = categories == null ? List.of() : List.copyOf(categories);
  }

  /**
   * Statistics of a column of numbers, measured at the first import and reused by later ones.
   *
   * @param mean the mean, which replaces missing values
   * @param deviation the standard deviation; 1 where all values are equal
   * @param scaled whether features are (value − mean) / deviation, not the values themselves
   * @param indicator whether one more column says 1 where the value is missing
   */
  public record Numbers(double mean, double deviation, boolean scaled, boolean indicator) {
    /** The feature of a value. */
    public double encode(double value) {
      return scaled ? (value - mean) / deviation : value;
    }

    /** The value behind a feature. */
    public double decode(double feature) {
      return scaled ? feature * deviation + mean : feature;
    }
  }

  /** Columns of features, with the one that marks missing values. */
  public int featureCount() {
    return width + (hasIndicator() ? 1 : 0);
  }

  public boolean hasIndicator() {
    return numbers != null && numbers.indicator();
  }

  /** A copy with statistics. */
  public EncodedColumn with(Numbers measured) {
    return new EncodedColumn(column, encoder, width, categories, measured);
  }

  /** The names of the columns of features: {@code age}, {@code country=FR}, {@code city[3]}. */
  public List<String> featureNames() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      names.add(
          !categories.isEmpty()
              ? column + "=" + categories.get(i)
              : width == 1 ? column : "%s[%d]".formatted(column, i));
    }
    if (hasIndicator()) {
      names.add(column + " is missing");
    }
    return names;
  }
}
