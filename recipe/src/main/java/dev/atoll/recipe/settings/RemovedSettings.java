package dev.atoll.recipe.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Names of older versions that are no settings any more, each with the value that is now fixed and
 * a sentence on what to use instead.
 */
final class RemovedSettings {
  private record Removed(String fixed, String sentence) {}

  private static final Map<String, Removed> NAMES = new HashMap<>();

  static {
    add("device.graphs", "false", "steps are not repeated as CUDA graphs; leave it out");
    add("device.keep", "likeliest", "a device keeps the rows that batches most likely read");
    add("device.tf32", "false", "use precision=tf32");
    add("exchange.clip", "0.0", "use clip=exchange:1, or clip=1 for the gradient of the model");
    add("exchange.decay", "0.95", "the weight of the average so far is 0.95");
    add("exchange.overlap", "true", "local rows are always summed up during the exchange");
    add("explain.columns.entropy", "0.1", "the mean of the mask is columns.rate, without penalty");
    add("explain.columns.size", "1.0", "the mean of the mask is columns.rate, without penalty");
    add("explain.groups", "class", "own nodes are contracted to one per predicted class");
    add("explain.lr", "0.1", "the learning rate of masks is 0.1");
    add("explain.nodes", "0.5", "the mean of the mask of remote nodes is 0.5");
    add("explain.nodes.entropy", "1.0", "the mean of the mask is 0.5, without penalty");
    add("explain.nodes.size", "1.0", "the mean of the mask is 0.5, without penalty");
    add("explain.objective", "budget", "the means of masks are fixed, without penalties");
    add("explain.portion", "2048", "an explanation has at most 2048 remote nodes, in turn");
    add("explain.threads", "1", "one thread explains");
    add("link.metric", "auto", "use select.metric");
    add("network.inPlace", "true", "to keep workers apart, use network.gbps");
    add("partition.alpha", "1.0", "training, validation and test nodes count alike");
    add("partition.beta", "1.0", "training, validation and test nodes count alike");
    add("partition.gamma", "1.0", "training, validation and test nodes count alike");
    add("partition.passes", "3", "partitioner=stream takes 3 passes");
    add("partition.rule", "fennel", "partitioner=stream decides by the rule of Fennel");
    add("placement.keep", "most-read", "baselines keep the most frequently read rows of a part");
    add("placement.peerCost", "0.2", "a row of a peer device costs 0.2 of one of the host");
    add("placement.seeds", "own", "devices of placement=pagraph train on nodes of their own part");
    add("reorder", "true", "nodes of a large graph are always reordered for locality");
    add("salience.decay", "0.8", "the weight of earlier steps is 0.8");
    add("salience.every", "30", "use gradients.every");
    add("salience.read", "4", "gradients are read in every fourth step");
    add("sampler.clock", "counted", "an adaptive scale follows counted reads");
    add("sampler.computeCost", "1.0", "computing a node costs as much as reading a far row");
    add("sampler.corrected", "false", "neighbours that sampler=dgs draws count alike");
    add("sampler.favoured", "0", "as many nodes are favoured as are near, at most 8192");
    add("sampler.lower", "0.15", "an adaptive scale has the published bounds, 0.15 and 0.2");
    add("sampler.maxScale", "8.0", "the largest adaptive scale is 8");
    add("sampler.norm", "2", "sampler=fastgcn weighs nodes by the square of the norm");
    add("sampler.saint.presamples", "0", "enough subgraphs are drawn for the normalisation");
    add("sampler.upper", "0.2", "an adaptive scale has the published bounds, 0.15 and 0.2");
    add("schedule.most", "16", "at most 16 batches are under way");
    add("schedule.threshold", "100.0", "a batch is launched at a score of 100");
  }

  /** Values of settings that have another name now. */
  private static final Map<String, String> RENAMED_VALUES =
      Map.of("importance=salient", "gradients", "recipe=salient", "gradient-importance");

  private RemovedSettings() {}

  private static void add(String name, String fixed, String sentence) {
    NAMES.put(name, new Removed(fixed, sentence));
  }

  /** The names in any order. */
  static Iterable<String> names() {
    return NAMES.keySet();
  }

  /** The error of a line with a name or a value that older versions had. */
  static Optional<String> problem(Assignment line) {
    String pair = line.key() + "=" + line.text().strip();
    return Optional.ofNullable(NAMES.get(line.key()))
        .map(removed -> line.key() + " is no setting any more: " + removed.sentence)
        .or(
            () ->
                Optional.ofNullable(RENAMED_VALUES.get(pair))
                    .map(now -> "it is called %s now; use %s=%s".formatted(now, line.key(), now)))
        .map(sentence -> pair + ": " + sentence);
  }

  /**
   * Whether a line can be left out, since its value is the fixed one and no user has typed it: runs
   * and models of older versions list all settings of theirs.
   */
  static boolean isFixed(Assignment line) {
    Removed removed = NAMES.get(line.key());
    return !line.isTyped() && removed != null && removed.fixed.equals(line.text().strip());
  }
}
