package dev.atoll.recipe.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.batch.SamplingPlace;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainingResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The result of a run: {@code result.json}, and the output of {@code train --json}. Fields are
 * added, never renamed.
 *
 * @param settings every setting by name
 * @param test scores of the best weights by name
 * @param bestEpoch counted from 1; its weights were kept
 * @param loss of every epoch
 * @param perEpoch means, the first epochs left out: {@code seconds}, {@code cpuSeconds}, seconds by
 *     {@link Phase#label}, {@code seedsPerSecond}, and of the feature rows read {@code hits} (the
 *     share that was local), {@code busBytes} and the seconds {@code readLocal}, {@code readHost},
 *     {@code readPageable}
 * @param perEpochMedian medians of the same
 * @param perEpochDeviation deviations of the same
 * @param bytesPerEpoch means by {@link Purpose#label}, and their {@code total}
 * @param bytesOnce before the first epoch, by the same names
 * @param trafficPerEpoch bytes from each worker to each, the sender first
 * @param stepsPerEpoch steps of the optimizer; 0 in the result of an older version
 * @param broadcasts of the whole run
 * @param cpuUse cores in use while training
 * @param sampling where neighbourhoods were drawn, and why on the host
 * @param parameters of the model
 * @param seconds of the whole run, from partitioning the graph on
 * @param explanation the costs of explaining; null where nothing was explained
 */
public record RunResult(
    String dataset,
    String recipe,
    String preset,
    String model,
    long workers,
    String engine,
    String device,
    long seed,
    int epochs,
    Map<String, Object> settings,
    Map<String, Double> test,
    Map<String, Double> validation,
    Map<String, Double> train,
    int bestEpoch,
    List<Double> loss,
    Map<String, Double> perEpoch,
    Map<String, Double> perEpochMedian,
    Map<String, Double> perEpochDeviation,
    Map<String, Long> bytesPerEpoch,
    Map<String, Long> bytesOnce,
    List<List<Long>> trafficPerEpoch,
    double rounds,
    double stepsPerEpoch,
    Broadcasts broadcasts,
    double cpuUse,
    RowReads reads,
    SamplingPlace sampling,
    long parameters,
    Memory memory,
    String weightsSha256,
    double seconds,
    Provenance provenance,
    @JsonInclude(Include.NON_NULL) ExplanationReport explanation) {
  private static final String SECONDS = "seconds";

  /**
   * The memory of each worker, in bytes.
   *
   * @param peakBytes held for its job
   * @param cacheBytes rows kept from peers
   * @param neededBytes in live matrices
   * @param residentBytes peak of the anonymous memory that is resident, by process
   */
  public record Memory(
      List<Long> peakBytes,
      List<Long> cacheBytes,
      List<Long> neededBytes,
      List<Long> residentBytes) {
    static final Memory NONE = new Memory(List.of(), List.of(), List.of(), List.of());

    public Memory {
      residentBytes = Objects.requireNonNullElse(residentBytes, List.of());
    }

    /**
     * The memory of a training.
     *
     * @param residentBytes of the process of its first worker, watched for longer
     */
    static Memory of(TrainingResult result, long residentBytes) {
      List<Long> byProcess = new ArrayList<>(result.residentBytes());
      byProcess.set(0, Math.max(residentBytes, byProcess.getFirst()));
      return new Memory(
          result.heldBytes(), result.cacheBytes(), result.neededBytes(), List.copyOf(byProcess));
    }
  }

  public RunResult {
    settings = Objects.requireNonNullElse(settings, Map.of());
    test = Objects.requireNonNullElse(test, Map.of());
    validation = Objects.requireNonNullElse(validation, Map.of());
    train = Objects.requireNonNullElse(train, Map.of());
    loss = Objects.requireNonNullElse(loss, List.of());
    perEpoch = Objects.requireNonNullElse(perEpoch, Map.of());
    perEpochMedian = Objects.requireNonNullElse(perEpochMedian, Map.of());
    perEpochDeviation = Objects.requireNonNullElse(perEpochDeviation, Map.of());
    bytesOnce = Objects.requireNonNullElse(bytesOnce, Map.of());
    bytesPerEpoch = Objects.requireNonNullElse(bytesPerEpoch, Map.of());
    trafficPerEpoch = Objects.requireNonNullElse(trafficPerEpoch, List.of());
    broadcasts = Objects.requireNonNullElse(broadcasts, Broadcasts.NONE);
    reads = Objects.requireNonNullElse(reads, RowReads.NONE);
    sampling = Objects.requireNonNullElse(sampling, SamplingPlace.NONE);
    memory = Objects.requireNonNullElse(memory, Memory.NONE);
    weightsSha256 = Objects.requireNonNullElse(weightsSha256, "");
  }

  /**
   * The result of a training.
   *
   * @param seconds of the whole run
   * @param residentBytes peak of the memory of this process over the whole run
   * @param backend the backend's description of itself
   * @param explanation null where nothing was explained
   */
  public static RunResult of(
      Settings settings,
      Dataset dataset,
      Started started,
      TrainingResult result,
      double seconds,
      long residentBytes,
      String backend,
      ExplanationReport explanation) {
    return new RunResult(
        dataset.name(),
        settings.text(Keys.RECIPE),
        settings.text(Keys.PRESET),
        settings.get(Keys.MODEL.key()),
        settings.get(Keys.WORKERS),
        settings.text(Keys.ENGINE),
        settings.text(Keys.DEVICE),
        settings.get(Keys.SEED),
        result.epochs().size(),
        settings.asMap(),
        result.evaluation().test().byName(),
        result.evaluation().validation().byName(),
        result.evaluation().train().byName(),
        result.bestEpoch() + 1,
        result.epochs().stream().map(EpochFinished::loss).toList(),
        perEpoch(started, result::mean),
        perEpoch(started, result::median),
        perEpoch(started, result::deviation),
        EpochFigures.byPurpose(
            purpose -> (long) result.mean(cost -> cost.bytes().get(purpose).doubleValue())),
        EpochFigures.byPurpose(result.bytesOnce()::get),
        traffic(result),
        result.mean(EpochCost::rounds),
        result.mean(EpochCost::steps),
        broadcasts(result),
        result.cpuUse(),
        result.meanReads(),
        result.sampling(),
        started.parameterCount(),
        Memory.of(result, residentBytes),
        result.weightsSha256(),
        seconds,
        Provenance.of(backend),
        explanation);
  }

  /** A statistic over epochs, such as the mean, of every timed figure. */
  private static Map<String, Double> perEpoch(
      Started started, Function<ToDoubleFunction<EpochCost>, Double> over) {
    Map<String, Double> perEpoch = new LinkedHashMap<>();
    perEpoch.put(SECONDS, over.apply(EpochCost::seconds));
    perEpoch.put("cpuSeconds", over.apply(EpochCost::cpuSeconds));
    perEpoch.putAll(EpochFigures.byPhase(phase -> over.apply(cost -> cost.phases().get(phase))));
    perEpoch.put("seedsPerSecond", over.apply(cost -> started.trainNodes() / cost.seconds()));
    perEpoch.put("hits", over.apply(cost -> cost.reads().hits()));
    perEpoch.put("busBytes", over.apply(cost -> (double) cost.reads().busBytes()));
    perEpoch.put("readLocal", over.apply(cost -> cost.reads().localSeconds()));
    perEpoch.put("readHost", over.apply(cost -> cost.reads().hostSeconds()));
    perEpoch.put("readPageable", over.apply(cost -> cost.reads().pageableSeconds()));
    return perEpoch;
  }

  private static Broadcasts broadcasts(TrainingResult result) {
    return new Broadcasts(
        result.epochs().stream().mapToLong(epoch -> epoch.cost().broadcastsSent()).sum(),
        result.epochs().stream().mapToLong(epoch -> epoch.cost().broadcastsSkipped()).sum(),
        result.epochs().stream().mapToLong(epoch -> epoch.cost().maxAge()).max().orElse(0));
  }

  private static List<List<Long>> traffic(TrainingResult result) {
    int workers = result.heldBytes().size();
    return IntStream.range(0, workers)
        .mapToObj(from -> IntStream.range(0, workers).mapToObj(to -> sent(result, from, to)))
        .map(Stream::toList)
        .toList();
  }

  private static long sent(TrainingResult result, int from, int to) {
    return (long) result.mean(cost -> cost.traffic().get(from).get(to));
  }

  /** Mean seconds of an epoch. */
  public double secondsPerEpoch() {
    return perEpoch.getOrDefault(SECONDS, 0.0);
  }

  /** Mean seconds of a phase in an epoch. */
  public double secondsPerEpoch(Phase phase) {
    return perEpoch.getOrDefault(phase.label(), 0.0);
  }

  /** Bytes that an epoch sends between workers. */
  public double totalBytesPerEpoch() {
    return bytesPerEpoch.getOrDefault(EpochFigures.TOTAL, 0L);
  }

  /** Bytes that an epoch sends between workers for a purpose. */
  public double bytesPerEpoch(Purpose purpose) {
    return bytesPerEpoch.getOrDefault(purpose.label(), 0L);
  }

  /** The scores on some nodes; empty if there are no scores. */
  public Map<String, Double> scores(ScoredNodes nodes) {
    return switch (nodes) {
      case TRAIN -> train;
      case VALIDATION -> validation;
      case TEST -> test;
    };
  }
}
