package dev.atoll.train.worker;

import dev.atoll.graph.CsrGraph;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.placement.Placer;
import dev.atoll.train.plan.SampledPlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Selects the rows that a worker caches, from its own seeds; by the dataset's node numbers. */
final class ShardPlacement {
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

  /** The rows that the plan caches; computed once. */
  Placement place(SeedOrder seeds) {
    if (placed.isEmpty()) {
      long[] training = training(seeds);
      SampledPlan sampled = setup.sampled();
      AccessProbabilities probabilities =
          sampled.sampling().access(graph(), training, sampled, setup.threads());
      placed =
          Optional.of(
              plan().hasDevices()
                  ? onDevices(training, probabilities)
                  : cache(training, probabilities));
    }
    return placed.orElseThrow();
  }

  private PlacementPlan plan() {
    return setup.sampled().placement().orElseThrow();
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

  /**
   * The placement on logical devices, whose access probabilities are equal: batches are assigned to
   * them at random.
   */
  private Placement onDevices(long[] training, AccessProbabilities probabilities) {
    Devices devices = plan().devicesOn(nodes());
    return placer(training, devices).place(graph(), probabilities, devices);
  }

  /** The nodes that own the seeds, in the dataset's numbers. */
  private IntStream nodes(long[] seeds) {
    return Arrays.stream(seeds)
        .mapToInt(seed -> services.ordering().oldOf((int) train.node().applyAsLong(seed)));
  }

  private int nodes() {
    return graph().nodeCount();
  }

  private Placer placer(long[] training, Devices devices) {
    return plan()
        .policy()
        .placer(
            new PlacementPolicy.Request(
                plan().alphaOn(devices),
                setup.sampled().fanouts().layers(),
                () -> members(training),
                setup.threads()));
  }

  private static BitSet members(long[] nodes) {
    var members = new BitSet();
    Arrays.stream(nodes).forEach(node -> members.set((int) node));
    return members;
  }

  /** The highest-ranked rows owned by other workers. */
  private Placement cache(long[] training, AccessProbabilities probabilities) {
    int rank = services.rank();
    boolean ofPart = plan().policy().dividesNodes();
    Devices everything = Devices.ungrouped(ofPart ? services.transport().size() : 1, nodes());
    int[] order =
        placer(training, everything)
            .place(graph(), probabilities, everything)
            .buffer(ofPart ? rank : 0);
    IntPredicate foreign = node -> services.book().owner(services.ordering().newOf(node)) != rank;
    int capacity = Devices.rows(plan().rows(), nodes());
    int[] kept = Arrays.stream(order).filter(foreign).limit(capacity).toArray();
    return Placement.of(Devices.connected(1, capacity), nodes(), new int[][] {kept});
  }
}
