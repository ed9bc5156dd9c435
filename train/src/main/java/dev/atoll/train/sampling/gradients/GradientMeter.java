package dev.atoll.train.sampling.gradients;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.sampled.InputReader;
import dev.atoll.train.store.Columns;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Running means of the effects of input elements, {@code x·∂loss/∂x}, by column and by remote node.
 *
 * <pre>
 *   column c   Σ |x_uc·g_uc| / ‖g_u‖     over the own rows u of a batch
 *   node u     −Σ x_uc·g_uc / ‖g_u‖      over the columns c
 * </pre>
 *
 * where g_u is the gradient by row u. Its length says how wrong the predictions near u are in this
 * very batch, which a few hard seeds would rule; so rows count alike. A column is important when
 * its elements move the loss, whichever way: at the optimum both ways cancel. A node is important
 * when its row lowers the loss: rows of noise move it, too, but not that way again and again.
 *
 * <p>Own rows are whole, so a column that is no longer pulled can come back. Where own rows are cut
 * as well, columns that are not there keep their means.
 */
final class GradientMeter {
  /** Numbers per entry: the running mean, and the weight of all steps in it. */
  static final int STATE = 2;

  private final Shard shard;
  private final double decay;

  /** Running means, then weights. */
  private final float[] columns;

  private final float[] nodes;

  GradientMeter(Shard shard, int width, double decay) {
    this.shard = shard;
    this.decay = decay;
    this.columns = new float[width * STATE];
    this.nodes = new float[shard.haloCount() * STATE];
  }

  /** The state of columns, and that of nodes, to be saved and put back. */
  float[] columnState() {
    return columns;
  }

  float[] nodeState() {
    return nodes;
  }

  /** Adds the input of a step. */
  void add(MemorySegment batch, int count, Columns pulled, InputReader.Elements elements) {
    int first = shard.book().first(shard.part());
    int end = first + shard.coreCount();
    double[] byColumn = new double[columns.length / STATE];
    double[] byRow = new double[count];
    boolean[] own = new boolean[count];
    for (int r = 0; r < count; r++) {
      int node = batch.getAtIndex(JAVA_INT, r);
      own[r] = node >= first && node < end;
    }
    double[] lengths = new double[count];
    elements.forEach((row, _, _, gradient) -> lengths[row] += (double) gradient * gradient);
    for (int r = 0; r < count; r++) {
      lengths[r] = lengths[r] == 0 ? 1 : Math.sqrt(lengths[r]);
    }
    elements.forEach(
        (row, column, element, gradient) -> {
          double change = (double) element * gradient / lengths[row];
          if (own[row]) {
            byColumn[column] += Math.abs(change);
          } else {
            byRow[row] -= change;
          }
        });
    addColumns(byColumn, pulled);
    for (int r = 0; r < count; r++) {
      if (!own[r]) {
        addNode(batch.getAtIndex(JAVA_INT, r), byRow[r]);
      }
    }
  }

  /** Remote nodes that are no neighbours of own nodes are not drawn by importance. */
  private void addNode(int node, double change) {
    int place = shard.haloPlace(node);
    if (place < shard.haloCount() && shard.haloNode(place) == node) {
      update(nodes, place, change);
    }
  }

  private void addColumns(double[] sums, Columns pulled) {
    double mean = Arrays.stream(sums).average().orElse(0);
    if (mean > 0) {
      boolean[] there = new boolean[sums.length];
      Arrays.fill(there, !pulled.coverOwnRows());
      pulled.forEach(sums.length, c -> there[c] = true);
      for (int c = 0; c < sums.length; c++) {
        if (there[c]) {
          update(columns, c, sums[c] / mean);
        }
      }
    }
  }

  private void update(float[] state, int entry, double value) {
    int weight = state.length / STATE + entry;
    state[entry] = (float) (decay * state[entry] + (1 - decay) * value);
    state[weight] = (float) (decay * state[weight] + 1 - decay);
  }

  /** The means now. */
  GradientRanking ranking() {
    return new GradientRanking(means(nodes), means(columns));
  }

  /** Positive means, scaled to 1 on average; entries that were never seen are like the average. */
  private static float[] means(float... state) {
    float[] means = new float[state.length / STATE];
    double sum = 0;
    int seen = 0;
    for (int i = 0; i < means.length; i++) {
      float weight = state[means.length + i];
      means[i] = weight == 0 ? Float.NaN : Math.max(0, state[i] / weight);
      sum += weight == 0 ? 0 : means[i];
      seen += weight == 0 ? 0 : 1;
    }
    for (int i = 0; i < means.length; i++) {
      means[i] = sum == 0 || Float.isNaN(means[i]) ? 1 : (float) (means[i] * seen / sum);
    }
    return means;
  }

  long heldBytes() {
    return (long) Float.BYTES * (columns.length + nodes.length);
  }
}
