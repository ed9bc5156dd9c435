package dev.atoll.graph.cluster;

/**
 * The cluster of every node. Clusters are numbered by their lowest node, so that neighbours stay
 * near in memory, and list their nodes ascending.
 */
public final class Clustering {
  private final int[] clusterOf;
  private final int[] memberStart;
  private final int[] members;

  /** Nodes with equal labels (below the number of nodes) form a cluster. */
  public Clustering(int[] labels) {
    clusterOf = new int[labels.length];
    int clusters = number(labels);
    memberStart = new int[clusters + 1];
    for (int cluster : clusterOf) {
      memberStart[cluster + 1]++;
    }
    for (int cluster = 0; cluster < clusters; cluster++) {
      memberStart[cluster + 1] += memberStart[cluster];
    }
    members = new int[labels.length];
    int[] next = memberStart.clone();
    for (int node = 0; node < labels.length; node++) {
      members[next[clusterOf[node]]++] = node;
    }
  }

  private int number(int[] labels) {
    int[] numbers = new int[labels.length];
    int clusters = 0;
    for (int node = 0; node < labels.length; node++) {
      int label = labels[node];
      if (numbers[label] == 0) {
        numbers[label] = ++clusters;
      }
      clusterOf[node] = numbers[label] - 1;
    }
    return clusters;
  }

  /** The number of clusters. */
  public int count() {
    return memberStart.length - 1;
  }

  int clusterOf(int node) {
    return clusterOf[node];
  }

  /** The cluster of every node; not to be changed. */
  int[] clusterOf() {
    return clusterOf;
  }

  int firstMember(int cluster) {
    return memberStart[cluster];
  }

  int member(int index) {
    return members[index];
  }

  /** Turns an order of the clusters into one of their nodes. */
  public int[] expand(int[] clusters) {
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
