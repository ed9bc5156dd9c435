package dev.atoll.graph.partition;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Split;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * A weight of which every part holds an equal share.
 *
 * @param weights by node, from 0 to 2³¹ − 1
 * @param tolerance how far above the mean a part may go: 0.03 is three per cent
 */
public record BalanceConstraint(String name, LongUnaryOperator weights, double tolerance) {
  public static final double DEFAULT_TOLERANCE = 0.03;
  public static final String NODES = "nodes";
  public static final String EDGES = "edges";
  public static final String TRAIN = "train";
  public static final String VALIDATION = "val";
  public static final String TEST = "test";

  /** The names of all constraints of a dataset, in their order. */
  public static final List<String> NAMES = List.of(NODES, EDGES, TRAIN, VALIDATION, TEST);

  public BalanceConstraint {
    if (!(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "constraint '%s': tolerance %s; expected 0 or more, such as 0.03"
              .formatted(name, tolerance));
    }
  }

  public static BalanceConstraint nodes() {
    return new BalanceConstraint(NODES, _ -> 1, DEFAULT_TOLERANCE);
  }

  /** Edges go with their target: a node weighs its in-degree. */
  public static BalanceConstraint edges(CsrGraph graph) {
    return new BalanceConstraint(EDGES, graph::inDegree, DEFAULT_TOLERANCE);
  }

  /**
   * The nodes of one role.
   *
   * @param role such as {@link Split#TRAIN}
   */
  public static BalanceConstraint role(Split split, int role) {
    String name =
        switch (role) {
          case Split.TRAIN -> TRAIN;
          case Split.VALIDATION -> VALIDATION;
          case Split.TEST -> TEST;
          default -> "role " + role;
        };
    return new BalanceConstraint(name, node -> split.role(node) == role ? 1 : 0, DEFAULT_TOLERANCE);
  }

  public BalanceConstraint within(double newTolerance) {
    return new BalanceConstraint(name, weights, newTolerance);
  }
}
