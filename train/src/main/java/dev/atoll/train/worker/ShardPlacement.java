package dev.atoll.train.worker;

import dev.atoll.graph.CsrGraph;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.plan.SampledPlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Ranks and selects the rows that a worker keeps, by its own seeds and the dataset's numbers. */
final class ShardPlacement {
  /** The α of devices without peers, which give up no copy. */
  private static final double NO_COPIES = 0;

  private final ShardServices services;
  private final TrainingSetup setup;
  private final PairWork.Seeds train;
  private Optional<Placement> placed = Optional.empty();

  /**
   * @param train the seeds of all workers
   */
  ShardPlacement(ShardServices services, TrainingSetup setup, PairWork.Seeds train) {
    this.services = services;
    this.setup = setup;
    this.train = train;
  }

  /** The rows that the plan keeps; computed once. */
  Placement place(SeedOrder seeds) {
    if (placed.isEmpty()) {
      placed = Optional.of(plan().hasDevices() ? onDevices(seeds) : cache(seeds));
    }
    return placed.orElseThrow();
  }

  private PlacementPlan plan() {
    return setup.sampled().placement().orElseThrow();
  }

  /** The placement on logical devices, which all read alike: batches go to any of them. */
  private Placement onDevices(SeedOrder seeds) {
    Devices devices = plan().devicesOn(nodes());
    return place(plan().policy(), seeds, devices, plan().alphaOn(devices));
  }

  /** The highest-ranked rows owned by other workers. */
  private Placement cache(SeedOrder seeds) {
    IntPredicate foreign =
        node -> services.book().owner(services.ordering().newOf(node)) != services.rank();
    int capacity = Devices.rows(plan().rows(), nodes());
    int[] kept =
        Arrays.stream(ranked(plan().policy(), seeds)).filter(foreign).limit(capacity).toArray();
    return Placement.of(Devices.connected(1, capacity), nodes(), new int[][] {kept});
  }

  /**
   * The nodes whose rows a policy keeps, the first to be kept first. Whatever keeps rows for a
   * worker takes them in this order: its cache, its GPU's memory, and pinned memory.
   */
  int[] ranked(PlacementPolicy policy, SeedOrder seeds) {
    boolean ofPart = policy.dividesNodes();
    Devices everything = Devices.ungrouped(ofPart ? services.transport().size() : 1, nodes());
    return place(policy, seeds, everything, NO_COPIES).buffer(ofPart ? services.rank() : 0);
  }

  private Placement place(PlacementPolicy policy, SeedOrder seeds, Devices devices, double alpha) {
    long[] training = training(seeds);
    SampledPlan sampled = setup.sampled();
    AccessProbabilities probabilities =
        sampled.sampling().access(graph(), training, sampled, setup.threads());
    return policy
        .placer(
            new PlacementPolicy.Request(
                alpha, sampled.fanouts().layers(), () -> members(training), setup.threads()))
        .place(graph(), probabilities, devices);
  }

  private CsrGraph graph() {
    return setup.data().graph();
  }

  /**
   * The seeds of this worker; the seeds of all workers if they change from epoch to epoch, or if
   * this worker has none.
   */
  private long[] training(SeedOrder seeds) {
    long[] own = seeds.isFixed() ? seeds.of(services.rank(), 0) : train.all();
    return nodes(own.length == 0 ? train.all() : own).sorted().distinct().asLongStream().toArray();
  }

  /** The nodes that own the seeds, in the dataset's numbers. */
  private IntStream nodes(long[] seeds) {
    return Arrays.stream(seeds)
        .mapToInt(seed -> services.ordering().oldOf((int) train.node().applyAsLong(seed)));
  }

  private int nodes() {
    return graph().nodeCount();
  }

  private static BitSet members(long[] nodes) {
    var members = new BitSet();
    Arrays.stream(nodes).forEach(node -> members.set((int) node));
    return members;
  }
}
