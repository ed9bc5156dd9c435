package dev.atoll.recipe.compose;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.registry.Slot;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.LinkKeys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings that a run does not read, because of others: a user who gives one by an option, or by
 * {@link dev.atoll.recipe.Recipe#with}, expects an effect that it would not have. Those of files,
 * recipes and presets are no mistake.
 */
public final class UnusedSettings {
  private static final List<Slot<?>> SAMPLED_SLOTS =
      List.of(Keys.SAMPLER, Keys.COLUMNS, Keys.PLACEMENT, Keys.SCHEDULE);
  private static final List<Slot<?>> FULL_SLOTS =
      List.of(Keys.EXCHANGE_ROWS, Keys.EXCHANGE_REFRESH);
  private static final List<Slot<?>> OTHER_SLOTS =
      List.of(Keys.MODEL, Keys.CODEC, Keys.SYNC, Keys.PARTITIONER);

  private static final List<Key<?>> SAMPLED_KEYS =
      List.of(Keys.BATCH, Keys.FANOUTS, Keys.SHUFFLE, Keys.EMBEDDINGS);
  private static final List<Key<?>> FULL_KEYS =
      List.of(Keys.EXCHANGE_CACHE, Keys.EXCHANGE_ROUTE, Keys.EXCHANGE_CONTENT);

  private final Settings settings;
  private final Map<Key<?>, String> reasons = new LinkedHashMap<>();

  /** Settings of which a run reads only some values. */
  private final Set<Key<?>> inPart = new HashSet<>();

  private UnusedSettings(Settings settings) {
    this.settings = settings;
  }

  /** The settings given by options that have no effect, each with the reason and a remedy. */
  public static Map<Key<?>, String> of(Settings settings) {
    var unused = all(settings);
    unused.reasons.keySet().removeIf(key -> !unused.isGiven(key));
    return unused.reasons;
  }

  /** The settings that a run does not read at all, wherever their values come from. */
  public static Set<Key<?>> unread(Settings settings) {
    var unused = all(settings);
    unused.reasons.keySet().removeAll(unused.inPart);
    return unused.reasons.keySet();
  }

  private static UnusedSettings all(Settings settings) {
    var unused = new UnusedSettings(settings);
    unused.byMode();
    unused.byExchange();
    unused.byPolicy();
    unused.byEmbeddings();
    unused.byTask();
    unused.byPlace();
    return unused;
  }

  /** Whether a setting was given by an option or in Java with a value other than its default. */
  private boolean isGiven(Key<?> key) {
    String place = settings.place(key);
    return (place.startsWith("--") || place.equals(Assignment.JAVA))
        && !settings.get(key).equals(key.fallback());
  }

  /**
   * Refuses a run with settings that have no effect.
   *
   * @throws SettingsException naming every such setting
   */
  public static void refuse(Settings settings) {
    refuse(of(settings));
  }

  /** Refuses settings for the given reasons; accepts an empty map. */
  public static void refuse(Map<Key<?>, String> unused) {
    if (!unused.isEmpty()) {
      throw new SettingsException(String.join("\n", unused.values()));
    }
  }

  private void add(Key<?> key, String because, String remedy) {
    add(key, "", because, remedy);
  }

  private void add(Key<?> key, String beyond, String because, String remedy) {
    reasons.putIfAbsent(
        key,
        "%s: %s=%s has no effect%s: %s; leave it out, or %s"
            .formatted(
                settings.place(key), key.name(), settings.text(key), beyond, because, remedy));
  }

  private boolean isFull() {
    return settings.get(Keys.MODE).equals("full");
  }

  private void byMode() {
    List<Key<?>> absent = new ArrayList<>(isFull() ? SAMPLED_KEYS : FULL_KEYS);
    (isFull() ? SAMPLED_SLOTS : FULL_SLOTS).forEach(slot -> absent.add(slot.key()));
    for (Key<?> key : absent) {
      if (isFull()) {
        add(
            key,
            "recipe %s trains on the full graph, without mini-batches"
                .formatted(settings.get(Keys.RECIPE)),
            "take a recipe of mini-batches, such as --recipe distdgl");
      } else {
        add(
            key,
            "recipe %s trains in mini-batches, which exchange no halo"
                .formatted(settings.get(Keys.RECIPE)),
            "take a recipe of the full graph, such as --recipe vanilla");
      }
    }
    if (!isFull() && settings.get(Keys.CLIP).exchanged()) {
      add(Keys.CLIP, "mini-batches send no gradients of embeddings", "give a number");
    }
    int layers = settings.integer(Keys.LAYERS);
    int fanouts = settings.get(Keys.FANOUTS).size();
    if (!isFull() && fanouts > layers) {
      inPart.add(Keys.FANOUTS);
      add(
          Keys.FANOUTS,
          " beyond the first " + layers,
          "there are %d fanouts for %d layers".formatted(fanouts, layers),
          "give as many as there are layers, or set model.layers=" + fanouts);
    }
  }

  private void byExchange() {
    if (isFull() && !Keys.EXCHANGE_REFRESH.in(settings).usesStale()) {
      add(
          Keys.EXCHANGE_CACHE,
          "exchange.refresh=%s keeps no stale rows"
              .formatted(settings.get(Keys.EXCHANGE_REFRESH.key())),
          "choose another exchange.refresh, such as epoch-adaptive");
    }
  }

  /** Adds the settings of policies that no chosen policy reads. */
  private void byPolicy() {
    List<Slot<?>> active = new ArrayList<>(isFull() ? FULL_SLOTS : SAMPLED_SLOTS);
    active.addAll(OTHER_SLOTS);
    List<Slot<?>> all = new ArrayList<>(active);
    all.addAll(isFull() ? SAMPLED_SLOTS : FULL_SLOTS);
    for (Slot<?> slot : all) {
      for (Key<?> key : slot.policyKeys()) {
        if (active.stream().noneMatch(other -> other.policy(settings).keys().contains(key))) {
          add(
              key,
              "%s=%s does not read it".formatted(slot.key().name(), settings.get(slot.key())),
              "choose another %s: %s"
                  .formatted(slot.key().name(), String.join(", ", slot.readers(key))));
        }
      }
    }
  }

  private void byEmbeddings() {
    if (settings.get(Keys.EMBEDDINGS).equals("none")) {
      for (Key<?> key :
          List.of(
              Keys.EMBEDDINGS_WIDTH,
              Keys.EMBEDDINGS_UPDATE,
              Keys.EMBEDDINGS_OPTIMIZER,
              Keys.EMBEDDINGS_RATE,
              Keys.EMBEDDINGS_DECAY)) {
        add(key, "embeddings=none", "set embeddings=sparse");
      }
    }
  }

  private void byTask() {
    if (!settings.get(Keys.TASK).equals(Keys.TASK.fallback())) {
      for (Key<?> key : List.of(Keys.CLASS_WEIGHTS, Keys.FOCAL, Keys.DECISION)) {
        add(
            key,
            "task=%s predicts no classes of nodes".formatted(settings.get(Keys.TASK)),
            "take --task node");
      }
    }
    if (!List.of("node", "link").contains(settings.get(Keys.TASK))) {
      add(
          Keys.SELECT_METRIC,
          "task=%s has one validation score".formatted(settings.get(Keys.TASK)),
          "take --task node or --task link");
    }
    if (settings.get(Keys.TASK).equals("node")) {
      LinkKeys.ALL.forEach(key -> add(key, "task=node has no links", "take --task link"));
    }
  }

  private void byPlace() {
    if (!settings.get(Keys.ENGINE).equals("spark")) {
      add(
          Keys.MASTER,
          "engine=" + settings.get(Keys.ENGINE) + " needs no cluster",
          "take --engine spark");
    }
    if (!Hosts.areGiven(settings)) {
      for (Key<?> key : List.of(HostKeys.HOSTS_DEADLINE, HostKeys.PORT, HostKeys.SECRET_FILE)) {
        add(key, "there are no other hosts", "give --hosts");
      }
    }
    if (!settings.get(Keys.DEVICE).equals("cuda")) {
      for (Key<?> key : List.of(Keys.DEVICE_ROWS, Keys.DEVICE_PINNED)) {
        add(
            key,
            "device=" + settings.get(Keys.DEVICE) + " has no memory of its own",
            "take --device cuda");
      }
    }
  }
}
