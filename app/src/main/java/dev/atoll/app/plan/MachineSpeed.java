package dev.atoll.app.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.screen.Screen;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.Provenance;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.tensor.Backend;
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

/** The speed of this machine, measured once and kept among the user's caches. */
public final class MachineSpeed {
  private static final String RATES = "perCore";
  private static final int NAME_LENGTH = 16;

  private MachineSpeed() {}

  /**
   * The speed as measured before, or measured now.
   *
   * @param again whether to measure in any case
   */
  public static Speed of(Settings settings, boolean again, Screen screen) throws IOException {
    Settings oneCore = settings.with(Keys.WORKERS, 1L, "plan").with(Keys.THREADS, 1L, "plan");
    Map<String, Object> machine;
    try (Backend backend = Composition.backend(oneCore)) {
      machine = machine(backend);
    }
    Path file = DatasetCatalog.standard().cache().resolve("speed-" + digest(machine) + ".json");
    Optional<Speed> known = again ? Optional.empty() : read(file);
    return known.isPresent()
        ? known.get()
        : measure(() -> Composition.backend(oneCore), machine, file, screen);
  }

  private static Speed measure(
      Supplier<Backend> device, Map<String, Object> machine, Path file, Screen screen)
      throws IOException {
    Speed speed;
    try (Progress progress = screen.progress("measuring this machine", "time", 1)) {
      speed = Calibration.of(device);
      progress.update(1);
    }
    Map<String, Object> json = new LinkedHashMap<>(machine);
    json.put(RATES, speed.json());
    Json.write(json, file);
    return speed;
  }

  /** The facts that the speed depends on. */
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

  /** A file that cannot be read is measured again and replaced. */
  private static Optional<Speed> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      var mapper = new ObjectMapper();
      var rates =
          mapper.convertValue(
              mapper.readTree(file.toFile()).path(RATES),
              new TypeReference<Map<String, List<Double>>>() {});
      return rates == null ? Optional.empty() : Speed.read(rates);
    } catch (JsonProcessingException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
