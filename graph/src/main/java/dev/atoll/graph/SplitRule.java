package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule that deals nodes out to training, validation and test, written {@code random:60/20/20} or
 * {@code stratified:60/20/20}. Nodes without a label have no role.
 *
 * @param stratified whether each class is dealt out in these shares, not all nodes together
 * @param train its share of all three
 */
public record SplitRule(boolean stratified, double train, double validation, double test) {
  private static final Pattern SHARES =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)/([0-9]+(?:\\.[0-9]+)?)/([0-9]+(?:\\.[0-9]+)?)");
  private static final int SMALL_NUMBERS = 1 << 16;
  private static final String RANDOM = "random:";
  private static final String STRATIFIED = "stratified:";

  /** The texts that {@link #parse} accepts, for messages. */
  public static final String FORM = "random:60/20/20 or stratified:60/20/20";

  public SplitRule {
    double sum = train + validation + test;
    if (!(train > 0 && validation >= 0 && test >= 0 && Double.isFinite(sum))) {
      throw new IllegalArgumentException(
          "shares %s/%s/%s of a split: expected a share of training nodes, and none below 0"
              .formatted(train, validation, test));
    }
    train /= sum;
    validation /= sum;
    test /= sum;
  }

  /** Whether a text means to be a rule, rather than the name of a split. */
  public static boolean isMeant(String text) {
    return text.startsWith(RANDOM) || text.startsWith(STRATIFIED);
  }

  /** Parses a rule; empty if the text is not a rule. */
  public static Optional<SplitRule> parse(String text) {
    boolean stratified = text.startsWith(STRATIFIED);
    return isMeant(text)
        ? ofShares(text.substring(text.indexOf(':') + 1), stratified)
        : Optional.empty();
  }

  /** The rule of shares such as {@code 60/20/20}. */
  public static Optional<SplitRule> ofShares(String text, boolean stratified) {
    Matcher shares = SHARES.matcher(text);
    return shares.matches() && Double.parseDouble(shares.group(1)) > 0
        ? Optional.of(
            new SplitRule(
                stratified,
                Double.parseDouble(shares.group(1)),
                Double.parseDouble(shares.group(2)),
                Double.parseDouble(shares.group(3))))
        : Optional.empty();
  }

  /** A copy of a dataset that has the split of this rule. */
  public Dataset in(Dataset dataset, String name, RandomKey key) {
    long nodes = dataset.graph().nodeCount();
    MemorySegment roles = dataset.memory().allocate(Math.max(1, nodes));
    Labels labels = dataset.labels().orElse(null);
    deal(nodes, node -> labels instanceof Labels.Single l ? l.of(node) : 0, key, roles);
    Map<String, Split> splits = new HashMap<>(dataset.splits());
    splits.put(name, new Split(name, nodes, roles));
    return dataset.withSplits(splits);
  }

  /**
   * Deals the nodes out at random.
   *
   * @param classOf the class of each, −1 for no role
   * @param roles a byte for each, filled in here
   */
  public void deal(long nodes, LongToIntFunction classOf, RandomKey key, MemorySegment roles) {
    assign(nodes, classOf, node -> key.draw(node) >>> 1, stratified ? classOf : node -> 0, roles);
  }

  /**
   * Gives the roles by the rank of a value: the smallest train, the largest test; nodes of equal
   * values have equal roles.
   */
  public void inOrder(
      long nodes, LongToIntFunction classOf, LongUnaryOperator value, MemorySegment roles) {
    assign(nodes, classOf, value, stratified ? classOf : node -> 0, roles);
  }

  private void assign(
      long nodes,
      LongToIntFunction classOf,
      LongUnaryOperator value,
      LongToIntFunction classGroupOf,
      MemorySegment roles) {
    Map<Integer, Integer> large = new HashMap<>();
    LongToIntFunction groupOf = node -> number(classGroupOf.applyAsInt(node), large);
    long[][] bounds = bounds(valuesByGroup(nodes, classOf, value, groupOf));
    for (long node = 0; node < nodes; node++) {
      boolean known = classOf.applyAsInt(node) >= 0;
      int role =
          known ? role(value.applyAsLong(node), bounds[groupOf.applyAsInt(node)]) : Split.NONE;
      roles.set(JAVA_BYTE, node, (byte) role);
    }
  }

  /** A number of a group that may index an array: large ones are numbered as they are met. */
  private static int number(int group, Map<Integer, Integer> large) {
    return group < SMALL_NUMBERS
        ? group
        : large.computeIfAbsent(group, _ -> SMALL_NUMBERS + large.size());
  }

  /** The values of the nodes of each group: a pass to count them, a pass to take them. */
  private static long[][] valuesByGroup(
      long nodes, LongToIntFunction classOf, LongUnaryOperator value, LongToIntFunction groupOf) {
    int[] counts = new int[1];
    for (long node = 0; node < nodes; node++) {
      if (classOf.applyAsInt(node) >= 0) {
        int group = groupOf.applyAsInt(node);
        if (group >= counts.length) {
          counts = Arrays.copyOf(counts, Math.max(group + 1, 2 * counts.length));
        }
        counts[group]++;
      }
    }
    long[][] values = new long[counts.length][];
    for (int group = 0; group < counts.length; group++) {
      values[group] = new long[counts[group]];
    }
    for (long node = 0; node < nodes; node++) {
      if (classOf.applyAsInt(node) >= 0) {
        int group = groupOf.applyAsInt(node);
        values[group][--counts[group]] = value.applyAsLong(node);
      }
    }
    return values;
  }

  /** The largest values of training and validation in each group; null in one without nodes. */
  private long[][] bounds(long[][] valuesByGroup) {
    long[][] bounds = new long[valuesByGroup.length][];
    for (int group = 0; group < bounds.length; group++) {
      bounds[group] = valuesByGroup[group].length == 0 ? null : bounds(valuesByGroup[group]);
    }
    return bounds;
  }

  private long[] bounds(long[] values) {
    Arrays.sort(values);
    int trained = Math.clamp(Math.round(values.length * train), 1, values.length);
    int validated = (int) Math.min(values.length, Math.round(values.length * (train + validation)));
    return new long[] {
      values[trained - 1], validated > trained ? values[validated - 1] : values[trained - 1]
    };
  }

  private static int role(long value, long[] bounds) {
    if (value <= bounds[0]) {
      return Split.TRAIN;
    }
    return value <= bounds[1] ? Split.VALIDATION : Split.TEST;
  }
}
