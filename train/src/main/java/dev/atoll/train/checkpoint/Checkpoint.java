package dev.atoll.train.checkpoint;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.TensorDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The state from which a run resumes with the same result. Random numbers are keyed by epoch and
 * step, so it holds no generator state.
 *
 * @param epoch that is trained
 * @param step of that epoch that comes next
 * @param lossSum of its steps so far
 * @param optimizerSteps taken so far
 * @param epochs that are finished
 * @param bestEpoch whose weights are the best so far; −1 before the first evaluation
 * @param tensors weights, moments and best weights, by name
 */
public record Checkpoint(
    int epoch,
    int step,
    double lossSum,
    int optimizerSteps,
    List<EpochFinished> epochs,
    int bestEpoch,
    Map<String, Safetensors.Tensor> tensors) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private static final String PROGRESS = "progress";

  /** The part that is no tensor. */
  private record Progress(
      int epoch,
      int step,
      double lossSum,
      int optimizerSteps,
      List<EpochFinished> epochs,
      int bestEpoch,
      Seal seal) {}

  /** Writes the file whole or not at all, as one of a run. */
  void write(Path file, Seal seal) {
    try {
      var progress = new Progress(epoch, step, lossSum, optimizerSteps, epochs, bestEpoch, seal);
      String text = JSON.writeValueAsString(progress);
      TensorDigest.sealed(tensors, PROGRESS, text).write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": the checkpoint cannot be written as JSON", e);
    }
  }

  /**
   * Reads a file of a run.
   *
   * @throws IllegalArgumentException when it is damaged, or of another run
   */
  static Checkpoint read(Path file, Seal seal, Arena memory) {
    Safetensors content = Safetensors.read(file, memory);
    String text = TensorDigest.check(content, PROGRESS, file);
    try {
      Progress p = JSON.readValue(text, Progress.class);
      seal.requireSame(p.seal, file);
      return new Checkpoint(
          p.epoch, p.step, p.lossSum, p.optimizerSteps, p.epochs, p.bestEpoch, content.tensors());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s: not the progress of a run: %s".formatted(file, e.getMessage()), e);
    }
  }
}
