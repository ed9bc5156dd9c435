package dev.atoll.train.event;

import dev.atoll.comm.Purpose;
import dev.atoll.train.batch.SamplingPlace;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.cost.MeasuredEpochs;
import dev.atoll.train.cost.RowReads;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The outcome of a run.
 *
 * @param bestEpoch the epoch whose weights the model has at the end
 * @param evaluation of those weights
 * @param heldBytes memory taken from the device, by worker
 * @param neededBytes peak of the elements in use at one time, without padding and spare capacity,
 *     by worker
 * @param cacheBytes of cached rows of peers, by worker
 * @param residentBytes peak of the anonymous memory that is resident, by process: one where all
 *     workers are threads
 * @param sampling where neighbourhoods were drawn
 * @param bytesOnce bytes sent between workers before the first epoch, by purpose
 */
public record TrainingResult(
    List<TrainEvent.EpochFinished> epochs,
    int bestEpoch,
    Evaluation evaluation,
    String weightsSha256,
    List<Long> heldBytes,
    List<Long> neededBytes,
    List<Long> cacheBytes,
    List<Long> residentBytes,
    SamplingPlace sampling,
    Map<Purpose, Long> bytesOnce) {
  public TrainingResult {
    epochs = List.copyOf(epochs);
    bytesOnce = Collections.unmodifiableMap(new EnumMap<>(bytesOnce));
  }

  /** Mean seconds of an epoch's training, the first epochs left out. */
  public double meanSeconds() {
    return mean(EpochCost::seconds);
  }

  /**
   * Cores in use while training, in the mean over all epochs: the system counts CPU time in steps
   * of 10 ms, longer than many an epoch.
   */
  public double cpuUse() {
    return sum(EpochCost::cpuSeconds) / sum(EpochCost::seconds);
  }

  private double sum(ToDoubleFunction<EpochCost> of) {
    return epochs.stream().map(TrainEvent.EpochFinished::cost).mapToDouble(of).sum();
  }

  /** Mean cost of an epoch, without the first ones. */
  public double mean(ToDoubleFunction<EpochCost> of) {
    return measured().mapToDouble(of).average().orElseThrow();
  }

  /** Feature rows of an epoch in the mean, the first ones left out. */
  public RowReads meanReads() {
    List<EpochCost> epochsMeasured = measured().toList();
    return epochsMeasured.stream()
        .map(EpochCost::reads)
        .reduce(RowReads.NONE, RowReads::plus)
        .times(1.0 / epochsMeasured.size());
  }

  /** Deviation of the cost of an epoch, without the first ones. */
  public double deviation(ToDoubleFunction<EpochCost> of) {
    return MeasuredEpochs.deviation(measured().mapToDouble(of));
  }

  /** Median cost of an epoch, without the first ones. */
  public double median(ToDoubleFunction<EpochCost> of) {
    return MeasuredEpochs.median(measured().mapToDouble(of));
  }

  private Stream<EpochCost> measured() {
    return MeasuredEpochs.of(epochs).stream().map(TrainEvent.EpochFinished::cost);
  }
}
