package dev.atoll.train.companion;

import dev.atoll.comm.Communicator;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The companions of a worker. Their states are saved together in its checkpoint file. */
public final class Companions implements AutoCloseable {
  /** No companion. */
  public static final Companions NONE = new Companions(List.of());

  private final List<Companion> all;

  public Companions(List<Companion> all) {
    this.all = List.copyOf(all);
    long names = all.stream().map(Companion::name).distinct().count();
    if (names < all.size()) {
      throw new IllegalArgumentException(
          "companions are called %s: give each a name of its own"
              .formatted(all.stream().map(Companion::name).toList()));
    }
  }

  /** A copy with another companion. */
  public Companions with(Companion another) {
    var more = new ArrayList<>(all);
    more.add(another);
    return new Companions(more);
  }

  public void beginEpoch(List<EpochCost> finished) {
    all.forEach(one -> one.beginEpoch(finished));
  }

  public void afterStep(long steps) {
    all.forEach(one -> one.afterStep(steps));
  }

  public List<TrainEvent> afterEpoch(int epoch, Communicator workers) {
    return events(one -> one.afterEpoch(epoch, workers));
  }

  public List<TrainEvent> afterRun(Communicator workers) {
    return events(one -> one.afterRun(workers));
  }

  private List<TrainEvent> events(Function<Companion, Optional<TrainEvent>> event) {
    return all.stream().map(event).flatMap(Optional::stream).toList();
  }

  /** Bytes of cached rows. */
  public long cacheBytes() {
    return all.stream().mapToLong(Companion::cacheBytes).sum();
  }

  /** Bytes held by the companions, without the memory of batches. */
  public long heldBytes() {
    return all.stream().mapToLong(Companion::heldBytes).sum();
  }

  /** Whether any companion has state, which a resumed run reads from its worker's file. */
  public boolean haveState() {
    return all.stream().anyMatch(one -> one.state().isPresent());
  }

  /** The states of all, each tensor under the name of its companion. */
  public Map<String, Tensor> save(Arena passing) {
    var tensors = new LinkedHashMap<String, Tensor>();
    for (Companion one : all) {
      one.state()
          .ifPresent(
              state ->
                  state
                      .save(passing)
                      .forEach((name, tensor) -> tensors.put(prefix(one) + name, tensor)));
    }
    return tensors;
  }

  /** Restores the state of {@link #save}. */
  public void restore(Map<String, Tensor> saved) {
    for (Companion one : all) {
      one.state().ifPresent(state -> state.restore(of(one, saved)));
    }
  }

  private static Map<String, Tensor> of(Companion one, Map<String, Tensor> saved) {
    var own = new LinkedHashMap<String, Tensor>();
    saved.forEach(
        (name, tensor) -> {
          if (name.startsWith(prefix(one))) {
            own.put(name.substring(prefix(one).length()), tensor);
          }
        });
    return own;
  }

  private static String prefix(Companion one) {
    return one.name() + "/";
  }

  /** Closes all; the first failure is thrown when everything is closed. */
  @Override
  public void close() {
    RuntimeException failure = null;
    for (Companion one : all) {
      try {
        one.close();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
