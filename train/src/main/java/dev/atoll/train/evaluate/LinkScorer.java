package dev.atoll.train.evaluate;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.link.PairScores;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.Weights;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Scores node pairs with a trained decoder, from the embeddings of their nodes; neither the graph
 * nor the rest of the model is needed.
 */
public final class LinkScorer implements AutoCloseable {
  /** The prefix of the names of a decoder's parameters. */
  private static final String DECODER = "decoder";

  private final Backend backend;
  private final DeviceMemory memory;
  private final Decoder decoder;
  private final int width;

  private LinkScorer(Backend backend, DeviceMemory memory, Decoder decoder, int width) {
    this.backend = backend;
    this.memory = memory;
    this.decoder = decoder;
    this.width = width;
  }

  /**
   * A decoder with its learnt weights.
   *
   * @param width elements of an embedding
   */
  public static LinkScorer open(LinkSpec spec, int width, Safetensors weights, Backend backend) {
    var memory = new DeviceMemory(backend);
    try {
      var parameters = new ParameterFactory(memory, new RandomKey(0)).within(DECODER);
      Decoder decoder = Decoder.create(spec.decoder(), width, 2, spec.temperature(), parameters);
      Weights.upload(weights, decoder.parameters(), backend);
      return new LinkScorer(backend, memory, decoder, width);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  /** The weights that a decoder needs: few, however many nodes there are. */
  public static Safetensors decoderOf(Safetensors weights) {
    Map<String, Safetensors.Tensor> own = new TreeMap<>();
    weights
        .tensors()
        .forEach(
            (name, tensor) -> {
              if (name.startsWith(DECODER + ".")) {
                own.put(name, tensor);
              }
            });
    return new Safetensors(own, weights.metadata());
  }

  /**
   * The scores of pairs.
   *
   * @param rows of all heads, then of all tails, tightly packed
   */
  public float[] of(float[] rows, int pairs) {
    if (pairs == 0) {
      return new float[0];
    }
    int[] heads = IntStream.range(0, pairs).toArray();
    int[] tails = IntStream.range(pairs, 2 * pairs).toArray();
    try (var scores =
        new PairScores(backend, decoder, MemorySegment.ofArray(rows), 2 * pairs, width)) {
      return scores.of(heads, tails, new int[pairs], 1);
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
