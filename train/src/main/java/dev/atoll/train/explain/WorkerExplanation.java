package dev.atoll.train.explain;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker has explained in a run, and what that has cost it.
 *
 * @param explanations how many were begun
 * @param remoteNodes neighbours of the worker's nodes that others own
 * @param cpuSeconds of the thread that explained
 * @param waitedSeconds that sampling waited for explanations
 * @param heldBytes of memory, features included
 * @param topNodes those that matter most, in the dataset's own numbers
 * @param topColumns those that matter most
 * @param losses of the prediction, by epoch of training the masks, over all explanations
 */
public record WorkerExplanation(
    int explanations,
    int remoteNodes,
    double cpuSeconds,
    double waitedSeconds,
    long heldBytes,
    List<Weight> topNodes,
    List<Weight> topColumns,
    List<Double> losses) {
  /** How much a node or a column matters, from 0 to 1. */
  public record Weight(long id, double weight) {}

  /** On its way to the worker who speaks for all. */
  public byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(explanations);
      out.writeInt(remoteNodes);
      out.writeDouble(cpuSeconds);
      out.writeDouble(waitedSeconds);
      out.writeLong(heldBytes);
      write(topNodes, out);
      write(topColumns, out);
      out.writeInt(losses.size());
      for (double loss : losses) {
        out.writeDouble(loss);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(List<Weight> weights, DataOutputStream out) throws IOException {
    out.writeInt(weights.size());
    for (Weight weight : weights) {
      out.writeLong(weight.id);
      out.writeDouble(weight.weight);
    }
  }

  /** Reads what {@link #toBytes} has written. */
  public static WorkerExplanation ofBytes(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new WorkerExplanation(
          in.readInt(),
          in.readInt(),
          in.readDouble(),
          in.readDouble(),
          in.readLong(),
          weights(in),
          weights(in),
          losses(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Weight> weights(DataInputStream in) throws IOException {
    int count = in.readInt();
    var weights = new ArrayList<Weight>();
    for (int i = 0; i < count; i++) {
      weights.add(new Weight(in.readLong(), in.readDouble()));
    }
    return weights;
  }

  private static List<Double> losses(DataInputStream in) throws IOException {
    int count = in.readInt();
    var losses = new ArrayList<Double>();
    for (int i = 0; i < count; i++) {
      losses.add(in.readDouble());
    }
    return losses;
  }
}
