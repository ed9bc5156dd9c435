package dev.atoll.graph.order;

import java.util.Arrays;

/**
 * Which cluster every node belongs to. Clusters are numbered by their lowest node, and list their
 * nodes ascending.
 */
final class Clustering {
  private final int[] clusterOf;
  private final int[] memberStart;
  private final int[] members;

  /** Nodes with equal labels (below the number of nodes) form a cluster. */
  Clustering(int[] labels) {
    clusterOf = new int[labels.length];
    int clusters = number(labels);
    memberStart = new int[clusters + 1];
    for (int cluster : clusterOf) {
      memberStart[cluster + 1]++;
    }
    Arrays.parallelPrefix(memberStart, Integer::sum);
    members = new int[labels.length];
    int[] next = memberStart.clone();
    for (int node = 0; node < labels.length; node++) {
      members[next[clusterOf[node]]++] = node;
    }
  }

  private int number(int[] labels) {
    int[] numbers = new int[labels.length];
    Arrays.fill(numbers, -1);
    int clusters = 0;
    for (int node = 0; node < labels.length; node++) {
      int label = labels[node];
      if (numbers[label] < 0) {
        numbers[label] = clusters++;
      }
      clusterOf[node] = numbers[label];
    }
    return clusters;
  }

  int count() {
    return memberStart.length - 1;
  }

  int nodeCount() {
    return members.length;
  }

  int of(int node) {
    return clusterOf[node];
  }

  int firstMember(int cluster) {
    return memberStart[cluster];
  }

  int member(int index) {
    return members[index];
  }

  /** From an order of the clusters to one of their nodes. */
  int[] expand(int[] clusters) {
    int[] nodes = new int[members.length];
    int next = 0;
    for (int cluster : clusters) {
      int size = memberStart[cluster + 1] - memberStart[cluster];
      System.arraycopy(members, memberStart[cluster], nodes, next, size);
      next += size;
    }
    return nodes;
  }
}
