package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.train.batch.sampled.SeedLoss.Role;
import dev.atoll.train.schedule.DagBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * The neighbourhoods of seeds, positives and negatives (ByteGNN, section 4.2.1): branches of the
 * DAG that are sampled side by side and joined hop by hop. Since a node draws the same neighbours
 * in every branch, the joined batch equals the batch of all seeds together, to the bit. Nodes that
 * several branches reach are drawn by each; their rows are fetched once, by the joined batch.
 */
final class RoleBranches implements AutoCloseable {
  private final Map<Role, RoleHops> branches = new EnumMap<>(Role.class);
  private final Sampler joined;

  /**
   * @param nodeCount nodes of the graph
   * @param newSampler creates the sampler of a branch
   * @param degreeOf in-degrees by node, to estimate the cost of a hop
   */
  RoleBranches(int nodeCount, Supplier<Sampler> newSampler, IntUnaryOperator degreeOf) {
    for (Role role : Role.values()) {
      branches.put(role, new RoleHops(newSampler.get(), degreeOf));
    }
    this.joined = new DrawnNodes(List.copyOf(branches.values()), nodeCount).sampler();
  }

  /**
   * Adds the hops of all branches to a DAG, after a root for each, of which the seeds' comes first.
   *
   * @param of finds the branches in the batch
   * @return the stages of every layer, which the same hop of the joined batch comes after
   */
  static <B> List<List<String>> compose(
      DagBuilder<B> dag, Function<B, RoleBranches> of, int layers) {
    List<List<String>> hops = new ArrayList<>();
    for (int layer = 0; layer < layers; layer++) {
      int hop = layer;
      hops.add(new ArrayList<>());
      for (Role role : Role.values()) {
        String name = role.name().toLowerCase(Locale.ROOT);
        dag.hop(
            name + " hop " + hop,
            b -> of.apply(b).branches.get(role).hop(hop),
            b -> of.apply(b).branches.get(role).hopCost(),
            hop == 0 ? name + "s" : name + " hop " + (hop - 1));
        hops.getLast().add(name + " hop " + hop);
      }
    }
    return hops;
  }

  /** Begins a step; no branch has seeds yet. */
  void step(long step) {
    branches.values().forEach(branch -> branch.step(step));
  }

  /** Begins a branch with the nodes that play its part. */
  void begin(Role role, long[] nodes, RandomKey key) {
    branches.get(role).begin(nodes, key);
  }

  /** A sampler that joins the draws of the branches to the batch of all their seeds. */
  Sampler joined() {
    return joined;
  }

  long heldBytes() {
    return branches.values().stream().mapToLong(RoleHops::heldBytes).sum();
  }

  @Override
  public void close() {
    branches.values().forEach(RoleHops::close);
  }
}
