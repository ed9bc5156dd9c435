package dev.atoll.train.companion;

import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Checkpoints the stale rows of a halo exchange. */
public record ExchangeCompanion(HaloExchange exchange) implements Companion, CompanionState {
  @Override
  public String name() {
    return "exchange";
  }

  @Override
  public long cacheBytes() {
    return exchange.cacheBytes();
  }

  @Override
  public Optional<CompanionState> state() {
    return exchange.remembers() ? Optional.of(this) : Optional.empty();
  }

  @Override
  public Map<String, Tensor> save(Arena passing) {
    var tensors = new LinkedHashMap<String, Tensor>();
    exchange.save(
        passing,
        (name, rows, cols, elements) -> tensors.put(name, new Tensor(rows, cols, elements)));
    return tensors;
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    saved.forEach((name, t) -> exchange.restore(name, t.rows(), t.cols(), t.elements()));
  }
}
