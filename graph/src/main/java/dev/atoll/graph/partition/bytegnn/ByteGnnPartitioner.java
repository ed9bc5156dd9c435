package dev.atoll.graph.partition.bytegnn;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.grow.Capacities;
import dev.atoll.graph.partition.grow.GrowingPartition;
import dev.atoll.graph.partition.grow.PartLoads;
import java.util.Arrays;
import java.util.List;

/**
 * ByteGNN's blocks (Zheng et al. 2022): every training, validation and test node gathers the nodes
 * around it, and whole blocks are assigned to parts, so that most nodes that a seed samples are in
 * its own part.
 *
 * <ol>
 *   <li>A search over {@code hops} hops starts at all centres at once; a node belongs to the block
 *       that reaches it first; of several, to the one with the lowest centre. A centre belongs to
 *       its own block.
 *   <li>Blocks, in an {@link Order}, go to the part with the largest {@code CE · BS}:
 *       <pre>
 *   CE = edges between block and part / nodes of the part
 *   BS = 1 − (train/C_train + val/C_val + test/C_test) / 3        α = β = γ = 1/3</pre>
 *       where C is the target load of a part ({@link Expected}). When no part with capacity has an
 *       edge to the block, BS decides.
 *   <li>No part goes above its capacity: a block that fits nowhere whole is assigned node by node.
 *       Nodes that no block reached go to the emptiest part.
 * </ol>
 *
 * The roles are the constraints named {@code train}, {@code val} and {@code test} of the goal;
 * without any, every node is a centre.
 *
 * @param hops the distance over which a centre gathers nodes, K in the paper
 * @param order the order in which blocks are assigned
 * @param expected C of the balance score
 */
public record ByteGnnPartitioner(int hops, Order order, Expected expected) implements Partitioner {
  private static final List<String> ROLES =
      List.of(BalanceConstraint.TRAIN, BalanceConstraint.VALIDATION, BalanceConstraint.TEST);

  /** The order in which blocks are assigned; equal ones by the number of their centre. */
  public enum Order {
    /**
     * The published order: by the largest of the numbers of training, validation and test nodes,
     * descending. A block contains only one of these nodes, its centre, so all blocks are equal
     * unless centres have weights.
     */
    LABELLED,

    /** Descending by the number of nodes: the intent of the published order. */
    SIZE
  }

  /** The target load of a part in a role. */
  public enum Expected {
    /** The most that it may hold. */
    CAPACITY,

    /** The mean over all parts, as published. */
    MEAN
  }

  public ByteGnnPartitioner {
    if (hops < 1) {
      throw new IllegalArgumentException("hops " + hops + ": expected at least 1");
    }
  }

  /** The partitioner in the published order, against capacities. */
  public ByteGnnPartitioner(int hops) {
    this(hops, Order.LABELLED, Expected.CAPACITY);
  }

  @Override
  public String name() {
    return "blocks";
  }

  @Override
  public Partitioning partition(CsrGraph graph, PartitionGoal goal) {
    return GrowingPartition.partition(
        graph,
        goal,
        growing -> {
          var assignment = new BlockAssignment(growing);
          assignment.findBlocks();
          assignment.assignBlocks();
        });
  }

  private final class BlockAssignment {
    private final GrowingPartition growing;
    private final CsrGraph graph;
    private final int parts;
    private final Capacities capacities;
    private final PartLoads loads;
    private final int[] roles;
    private final int nodes;
    private final int[] blockOf;
    private final int[] blockStart;
    private final int[] byBlock;
    private final int[] edgesTo;
    private int blocks;

    BlockAssignment(GrowingPartition growing) {
      this.growing = growing;
      this.graph = growing.graph();
      this.parts = growing.goal().parts();
      this.capacities = growing.capacities();
      this.loads = growing.loads();
      this.roles = rolesOf(growing.goal());
      this.nodes = growing.nodeCount();
      this.blockOf = new int[nodes];
      this.blockStart = new int[nodes + 1];
      this.byBlock = new int[nodes];
      this.edgesTo = new int[parts];
      Arrays.fill(blockOf, -1);
    }

    private static int[] rolesOf(PartitionGoal goal) {
      int[] found = new int[goal.balance().size()];
      int count = 0;
      for (int j = 0; j < found.length; j++) {
        if (ROLES.contains(goal.balance().get(j).name())) {
          found[count++] = j;
        }
      }
      return Arrays.copyOf(found, count);
    }

    private boolean isCentre(int v) {
      for (int j : roles) {
        if (capacities.weight(v, j) > 0) {
          return true;
        }
      }
      return roles.length == 0;
    }

    void findBlocks() {
      int[] frontier = new int[nodes];
      int end = 0;
      for (int v = 0; v < nodes; v++) {
        if (isCentre(v)) {
          blockOf[v] = blocks++;
          frontier[end++] = v;
        }
      }
      int begin = 0;
      for (int hop = 0; hop < hops; hop++) {
        int reached = end;
        for (; begin < end; begin++) {
          reached = spread(frontier[begin], frontier, reached);
        }
        end = reached;
      }
      sortByBlock();
    }

    private int spread(int v, int[] frontier, int reached) {
      for (long e = graph.rowStart(v), end = graph.rowStart(v + 1L); e < end; e++) {
        int u = graph.source(e);
        if (blockOf[u] < 0) {
          blockOf[u] = blockOf[v];
          frontier[reached++] = u;
        }
      }
      return reached;
    }

    private void sortByBlock() {
      for (int block : blockOf) {
        if (block >= 0) {
          blockStart[block + 1]++;
        }
      }
      for (int b = 0; b < blocks; b++) {
        blockStart[b + 1] += blockStart[b];
      }
      int[] cursor = Arrays.copyOf(blockStart, blocks + 1);
      for (int v = 0; v < nodes; v++) {
        if (blockOf[v] >= 0) {
          byBlock[cursor[blockOf[v]]++] = v;
        }
      }
    }

    void assignBlocks() {
      long[] sorted = new long[blocks];
      for (int b = 0; b < blocks; b++) {
        sorted[b] = -precedence(b) << 32 | b;
      }
      Arrays.sort(sorted);
      for (long entry : sorted) {
        assign((int) entry);
      }
    }

    private long precedence(int block) {
      return switch (order) {
        case LABELLED -> largestRole(block);
        case SIZE -> blockStart[block + 1] - blockStart[block];
      };
    }

    private long largestRole(int block) {
      long largest = 0;
      for (int j : roles) {
        long sum = 0;
        for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
          sum += capacities.weight(byBlock[i], j);
        }
        largest = Math.max(largest, sum);
      }
      return Math.min(largest, Integer.MAX_VALUE);
    }

    private void assign(int block) {
      int part = choose(block);
      for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
        int v = byBlock[i];
        growing.assign(v, part >= 0 ? part : loads.emptiestFor(v));
      }
    }

    /** The best part with capacity for the whole block, or −1. */
    private int choose(int block) {
      countEdges(block);
      int best = -1;
      double most = 0;
      int freest = -1;
      for (int part = 0; part < parts; part++) {
        if (!fits(block, part)) {
          continue;
        }
        double free = freeShare(part);
        double score = edgesTo[part] / (double) Math.max(1, loads.size(part)) * free;
        if (score > most) {
          best = part;
          most = score;
        }
        if (freest < 0 || free > freeShare(freest)) {
          freest = part;
        }
      }
      return best >= 0 ? best : freest;
    }

    private void countEdges(int block) {
      Arrays.fill(edgesTo, 0);
      for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
        growing.countNeighbors(byBlock[i], edgesTo);
      }
    }

    private boolean fits(int block, int part) {
      for (int j = 0; j < capacities.constraints(); j++) {
        long load = loads.load(part, j);
        for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
          load += capacities.weight(byBlock[i], j);
        }
        if (load > capacities.cap(j)) {
          return false;
        }
      }
      return true;
    }

    /** BS; without roles, the free share of the fullest constraint. */
    private double freeShare(int part) {
      if (roles.length == 0) {
        return 1 - loads.fullness(part);
      }
      double used = 0;
      for (int j : roles) {
        used += loads.load(part, j) / Math.max(1, expected(j));
      }
      return 1 - used / ROLES.size();
    }

    private double expected(int role) {
      return switch (expected) {
        case CAPACITY -> capacities.cap(role);
        case MEAN -> capacities.mean(role);
      };
    }
  }
}
