package dev.atoll.app.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.plan.draw.SamplingSpeed;
import dev.atoll.app.plan.draw.SamplingTrial;
import dev.atoll.app.plan.kernel.Calibration;
import dev.atoll.app.plan.kernel.KernelPrice;
import dev.atoll.app.plan.kernel.KernelTimes;
import dev.atoll.app.plan.kernel.Speed;
import dev.atoll.app.screen.Screen;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.result.Provenance;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.sample.SamplingBackend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The speed of this machine, measured once and stored in the user's cache. */
public final class MachineSpeed {
  private static final String RATES = "perCore";
  private static final String CALLS = "callSeconds";
  private static final String DRAWS = "sampling";
  private static final int NODES_OF_DRAWN_GRAPH = 1 << 19;
  private static final int NAME_LENGTH = 16;

  private final KernelPrice price;
  private final Map<String, Object> machine;
  private final Optional<Path> file;

  private MachineSpeed(KernelPrice price, Map<String, Object> machine, Optional<Path> file) {
    this.price = price;
    this.machine = machine;
    this.file = file;
  }

  /** A stated speed, not cached. */
  static MachineSpeed given(Speed speed) {
    return new MachineSpeed(new KernelPrice(speed, new KernelTimes()), Map.of(), Optional.empty());
  }

  /**
   * The cached speed, or a new measurement.
   *
   * @param again whether to measure in any case
   */
  public static MachineSpeed of(Settings settings, boolean again, Screen screen)
      throws IOException {
    Settings oneCore = oneWorker(settings).with(Keys.DEVICE, Keys.DEVICE.fallback(), "plan");
    Map<String, Object> machine;
    try (Backend backend = Composition.backend(oneCore)) {
      machine = machine(backend);
    }
    Path file = file(machine);
    Optional<KernelPrice> known = again ? Optional.empty() : read(file);
    var speed =
        new MachineSpeed(
            known.isPresent()
                ? known.get()
                : new KernelPrice(
                    measure(() -> Calibration.of(() -> Composition.backend(oneCore)), screen),
                    new KernelTimes()),
            machine,
            Optional.of(file));
    if (known.isEmpty()) {
      speed.keep();
    }
    return speed;
  }

  /**
   * The GPU of this machine, with a cached or new measurement.
   *
   * @param again whether to measure in any case
   * @throws SettingsException where there is none
   */
  public static GpuSpec gpu(Settings settings, boolean again, Screen screen) throws IOException {
    try (Backend backend = Composition.backend(oneWorker(settings))) {
      Map<String, Object> machine = machine(backend);
      Path file = file(machine);
      Optional<Speed> known = again ? Optional.empty() : read(file).map(KernelPrice::speed);
      Optional<SamplingSpeed> knownDraws = again ? Optional.empty() : readDraws(file);
      Speed speed =
          known.isPresent() ? known.get() : measure(() -> Calibration.ofDevice(backend), screen);
      SamplingSpeed draws =
          knownDraws.orElseGet(
              () -> SamplingTrial.of((SamplingBackend) backend, NODES_OF_DRAWN_GRAPH));
      if (known.isEmpty() || knownDraws.isEmpty()) {
        machine.put(DRAWS, draws.json());
        new MachineSpeed(new KernelPrice(speed, new KernelTimes()), machine, Optional.of(file))
            .keep();
      }
      return new GpuSpec(
          backend.describe(), Composition.gpuMemoryBytes(backend), speed, draws, "measured here");
    }
  }

  /** Reads the cached sampling speed of a GPU. */
  private static Optional<SamplingSpeed> readDraws(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      var mapper = new ObjectMapper();
      var draws =
          mapper.convertValue(
              mapper.readTree(file.toFile()).path(DRAWS),
              new TypeReference<Map<String, Double>>() {});
      return draws == null ? Optional.empty() : SamplingSpeed.read(draws);
    } catch (JsonProcessingException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Settings oneWorker(Settings settings) {
    return settings.with(Keys.WORKERS, 1L, "plan").with(Keys.THREADS, 1L, "plan");
  }

  private static Path file(Map<String, Object> machine) {
    return DatasetCatalog.standard().cache().resolve("speed-" + digest(machine) + ".json");
  }

  private static Speed measure(Supplier<Speed> calibration, Screen screen) {
    try (Progress progress = screen.progress("measuring this machine", "time", 1)) {
      Speed speed = calibration.get();
      progress.update(1);
      return speed;
    }
  }

  KernelPrice price() {
    return price;
  }

  /** Writes the measurements so far to the cache. */
  void keep() throws IOException {
    if (file.isPresent()) {
      Map<String, Object> json = new LinkedHashMap<>(machine);
      json.put(RATES, price.speed().json());
      json.put(CALLS, price.times().json());
      Json.write(json, file.get());
    }
  }

  /** The facts that the speed depends on, as a key of the cache. */
  private static Map<String, Object> machine(Backend backend) {
    Map<String, Object> machine = Json.map(Provenance.of(backend.describe()));
    machine.keySet().retainAll(List.of("jdk", "backend", "cpu", "cores"));
    return machine;
  }

  private static String digest(Map<String, Object> machine) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(machine.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, NAME_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Reads the cached speed; an unreadable file is empty, and replaced by a new measurement. */
  private static Optional<KernelPrice> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      var mapper = new ObjectMapper();
      JsonNode json = mapper.readTree(file.toFile());
      var rates =
          mapper.convertValue(json.path(RATES), new TypeReference<Map<String, List<Double>>>() {});
      var calls =
          mapper.convertValue(json.path(CALLS), new TypeReference<Map<String, double[]>>() {});
      return rates == null
          ? Optional.empty()
          : Speed.read(rates)
              .map(
                  speed ->
                      new KernelPrice(speed, KernelTimes.read(calls == null ? Map.of() : calls)));
    } catch (JsonProcessingException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
