package dev.atoll.train.batch.sampled;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.sampled.SeedLoss.Role;
import dev.atoll.train.schedule.DagBuilder;
import dev.atoll.train.store.Columns;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The neighbourhoods of seeds, positives and negatives (ByteGNN, section 4.2.1): branches of the
 * DAG that are sampled and fetched side by side, then joined. Since a node draws the same
 * neighbours in every branch, the joined batch equals the batch of all seeds together, to the bit.
 * Nodes that several branches reach are drawn and fetched by each.
 */
final class RoleBranches implements AutoCloseable {
  private final Map<Role, Branch> branches = new EnumMap<>(Role.class);
  private final List<Workspace> memories = new ArrayList<>();
  private final DrawnNodes drawn;

  /**
   * @param nodeCount nodes of the graph
   * @param newBranch creates a branch with its rows in the given memory
   */
  RoleBranches(int nodeCount, Function<Workspace, Branch> newBranch) {
    for (Role role : Role.values()) {
      Workspace memory = CpuBackend.newHostWorkspace();
      memories.add(memory);
      branches.put(role, newBranch.apply(memory));
    }
    this.drawn = new DrawnNodes(List.copyOf(branches.values()), nodeCount);
  }

  /**
   * Adds the stages of all branches to a DAG: a root for each, of which the seeds' comes first, its
   * hops and its fetches.
   *
   * @param of finds the branches in the batch
   * @return the stages after which all are complete
   */
  static <B> List<String> compose(
      DagBuilder<B> dag, Function<B, RoleBranches> of, int layers, boolean byHop) {
    List<String> ends = new ArrayList<>();
    for (Role role : Role.values()) {
      String name = role.name().toLowerCase(Locale.ROOT);
      ends.addAll(
          Branch.compose(
              dag, b -> of.apply(b).branches.get(role), name + " ", layers, byHop, name + "s"));
    }
    return ends;
  }

  /** Begins a step, which pulls some columns; no branch has seeds yet. */
  void step(long step, Columns columns) {
    memories.forEach(Workspace::reset);
    branches.values().forEach(branch -> branch.step(step, columns));
  }

  /** Begins a branch with the nodes that play its part. */
  void begin(Role role, long[] nodes, RandomKey key) {
    branches.get(role).begin(nodes, key);
  }

  /** Lists the draws of the branches, for {@link #drawn}. */
  void complete() {
    branches.values().forEach(Branch::complete);
    drawn.list();
  }

  int layers() {
    return branches.get(Role.SEED).sampled().layers();
  }

  /** The draws that a batch of all seeds is made from. */
  DrawnNodes drawn() {
    return drawn;
  }

  long heldBytes() {
    return memories.stream().mapToLong(Workspace::heldBytes).sum()
        + branches.values().stream().mapToLong(Branch::heldBytes).sum();
  }

  @Override
  public void close() {
    branches.values().forEach(Branch::close);
    memories.forEach(Workspace::close);
  }
}
