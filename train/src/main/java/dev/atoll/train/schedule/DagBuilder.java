package dev.atoll.train.schedule;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Composes a {@link SamplingDag}. Stages may be named before they are added. */
public final class DagBuilder<B> {
  private final Map<String, Stage<B>> byName = new LinkedHashMap<>();

  DagBuilder() {}

  /** The stages with which a batch begins. */
  public DagBuilder<B> seeds(String name, Consumer<? super B> body) {
    return add(Operator.SEEDS, name, body, _ -> 0, List.of());
  }

  public DagBuilder<B> positives(
      String name, Consumer<? super B> body, ToLongFunction<? super B> cost, String... after) {
    return add(Operator.POSITIVES, name, body, cost, List.of(after));
  }

  public DagBuilder<B> negatives(
      String name, Consumer<? super B> body, ToLongFunction<? super B> cost, String... after) {
    return add(Operator.NEGATIVES, name, body, cost, List.of(after));
  }

  /** Adds one hop of a neighbourhood. */
  public DagBuilder<B> hop(
      String name, Consumer<? super B> body, ToLongFunction<? super B> cost, String... after) {
    return add(Operator.HOP, name, body, cost, List.of(after));
  }

  public DagBuilder<B> fetch(
      String name, Consumer<? super B> body, ToLongFunction<? super B> cost, String... after) {
    return add(Operator.FETCH, name, body, cost, List.of(after));
  }

  /** The stage with which a batch is done. */
  public DagBuilder<B> join(String name, Consumer<? super B> body, List<String> after) {
    return add(Operator.JOIN, name, body, _ -> 0, after);
  }

  private DagBuilder<B> add(
      Operator operator,
      String name,
      Consumer<? super B> body,
      ToLongFunction<? super B> cost,
      List<String> after) {
    var stage = new Stage<B>(name, operator, after, body, cost);
    if (byName.putIfAbsent(name, stage) != null) {
      throw new IllegalArgumentException(
          "two operators are called '%s': give each a name of its own".formatted(name));
    }
    return this;
  }

  /**
   * The DAG of all stages that were added.
   *
   * @throws IllegalArgumentException when stages wait for each other in a circle, come after one
   *     that is not there, or are dangling: begin without being seeds, or lead nowhere
   */
  public SamplingDag<B> build() {
    byName.values().forEach(this::checkInputs);
    List<Stage<B>> ordered = inOrder();
    checkEnd();
    return new SamplingDag<>(ordered);
  }

  private void checkInputs(Stage<B> stage) {
    for (String needed : stage.after()) {
      if (!byName.containsKey(needed)) {
        throw new IllegalArgumentException(
            "operator '%s' comes after '%s', which does not exist: expected one of %s"
                .formatted(stage.name(), needed, byName.keySet()));
      }
    }
    if (stage.after().isEmpty() && stage.operator() != Operator.SEEDS) {
      throw new IllegalArgumentException(
          "operator '%s' is dangling: it comes after nothing, but only seeds begin a batch"
              .formatted(stage.name()));
    }
  }

  private List<Stage<B>> inOrder() {
    var missing = new HashMap<String, Long>();
    byName.values().forEach(t -> missing.put(t.name(), t.after().stream().distinct().count()));
    List<Stage<B>> ordered = new ArrayList<>();
    while (ordered.size() < byName.size()) {
      Stage<B> next =
          byName.values().stream()
              .filter(stage -> missing.getOrDefault(stage.name(), -1L) == 0)
              .findFirst()
              .orElseThrow(() -> circle(missing));
      missing.remove(next.name());
      ordered.add(next);
      for (Stage<B> stage : byName.values()) {
        if (stage.after().contains(next.name())) {
          missing.merge(stage.name(), -1L, Long::sum);
        }
      }
    }
    return ordered;
  }

  /** Walks back from any stage that cannot run until one comes again. */
  private IllegalArgumentException circle(Map<String, Long> missing) {
    List<String> walk = new ArrayList<>();
    String at = byName.keySet().stream().filter(missing::containsKey).findFirst().orElseThrow();
    while (!walk.contains(at)) {
      walk.add(at);
      at = byName.get(at).after().stream().filter(missing::containsKey).findFirst().orElseThrow();
    }
    List<String> circle = new ArrayList<>(walk.subList(walk.indexOf(at), walk.size()));
    circle.add(at);
    return new IllegalArgumentException(
        "operators wait for each other in a circle: " + String.join(" after ", circle));
  }

  /** The join is the only stage after which nothing comes. */
  private void checkEnd() {
    List<String> joins =
        byName.values().stream()
            .filter(stage -> stage.operator() == Operator.JOIN)
            .map(Stage::name)
            .toList();
    if (joins.size() != 1) {
      throw new IllegalArgumentException(
          "a DAG ends in one join, which comes after all others, not %s; its operators are %s"
              .formatted(joins, byName.keySet()));
    }
    var needed = byName.values().stream().flatMap(stage -> stage.after().stream()).collect(toSet());
    for (String name : byName.keySet()) {
      if (!needed.contains(name) && !joins.contains(name)) {
        throw new IllegalArgumentException(
            "operator '%s' is dangling: nothing comes after it; let '%s' do"
                .formatted(name, joins.getFirst()));
      }
    }
  }
}
