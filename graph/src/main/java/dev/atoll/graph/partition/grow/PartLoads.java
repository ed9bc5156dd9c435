package dev.atoll.graph.partition.grow;

/** The loads of parts while nodes are assigned one by one. */
public final class PartLoads {
  private final Capacities capacities;
  private final int parts;
  private final int constraints;
  private final long[] loads;
  private final int[] sizes;

  public PartLoads(Capacities capacities, int parts) {
    this.capacities = capacities;
    this.parts = parts;
    this.constraints = capacities.constraints();
    this.loads = new long[parts * constraints];
    this.sizes = new int[parts];
  }

  public void add(int node, int part) {
    change(node, part, 1);
  }

  public void remove(int node, int part) {
    change(node, part, -1);
  }

  private void change(int node, int part, int sign) {
    sizes[part] += sign;
    for (int j = 0; j < constraints; j++) {
      loads[part * constraints + j] += (long) sign * capacities.weight(node, j);
    }
  }

  public int size(int part) {
    return sizes[part];
  }

  public long load(int part, int constraint) {
    return loads[part * constraints + constraint];
  }

  public boolean fits(int node, int part) {
    for (int j = 0; j < constraints; j++) {
      if (loads[part * constraints + j] + capacities.weight(node, j) > capacities.cap(j)) {
        return false;
      }
    }
    return true;
  }

  /** The largest share of a capacity in use, over the constraints. */
  public double fullness(int part) {
    double most = 0;
    for (int j = 0; j < constraints; j++) {
      most =
          Math.max(most, loads[part * constraints + j] / (double) Math.max(1, capacities.cap(j)));
    }
    return most;
  }

  /** The emptiest part with capacity for a node, or the emptiest of all if no part has capacity. */
  public int emptiestFor(int node) {
    int best = -1;
    for (int part = 0; part < parts; part++) {
      if (best < 0 || emptier(node, part, best)) {
        best = part;
      }
    }
    return best;
  }

  private boolean emptier(int node, int part, int than) {
    boolean fits = fits(node, part);
    if (fits != fits(node, than)) {
      return fits;
    }
    double fullness = fullness(part);
    double other = fullness(than);
    return fullness < other || (fullness == other && sizes[part] < sizes[than]);
  }
}
