package dev.atoll.train.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplingDagTest {
  private static DagBuilder<List<String>> compose() {
    return SamplingDag.compose();
  }

  private static DagBuilder<List<String>> hop(
      DagBuilder<List<String>> dag, String name, String... after) {
    return dag.hop(name, slot -> slot.add(name), _ -> 1, after);
  }

  @Test
  void tasksComeAfterWhatTheyNeedHoweverTheyWereAdded() {
    var dag = compose().join("batch", slot -> slot.add("batch"), List.of("b", "a"));
    hop(dag, "b", "a");
    hop(dag, "a", "seeds");
    SamplingDag<List<String>> built = dag.seeds("seeds", slot -> slot.add("seeds")).build();
    List<String> ran = new ArrayList<>();
    built.stages().forEach(stage -> stage.body().accept(ran));
    assertEquals(List.of("seeds", "a", "b", "batch"), ran);
    List<Integer> followers = new ArrayList<>();
    built.forFollowers(1, followers::add);
    assertEquals(List.of(2, 3), followers);
    assertEquals(
        """
        seeds (seeds)
        a (hop) after seeds
        b (hop) after a
        batch (join) after b, a\
        """,
        built.toString());
  }

  @Test
  void circlesAreNamed() {
    var dag = compose().seeds("seeds", slot -> {}).join("batch", slot -> {}, List.of("b"));
    hop(dag, "a", "seeds", "c");
    hop(dag, "b", "a");
    hop(dag, "c", "b");
    assertEquals(
        "operators wait for each other in a circle: b after a after c after b", thrown(dag));
  }

  @Test
  void looseEndsAreNamed() {
    assertEquals(
        "operator 'a' comes after 'sedes', which does not exist: expected one of [seeds, a]",
        thrown(hop(compose().seeds("seeds", slot -> {}), "a", "sedes")));
    assertEquals(
        "operator 'a' is dangling: it comes after nothing, but only seeds begin a batch",
        thrown(hop(compose(), "a")));
    assertEquals(
        "operator 'a' is dangling: nothing comes after it; let 'batch' do",
        thrown(
            hop(
                compose().seeds("seeds", slot -> {}).join("batch", slot -> {}, List.of("seeds")),
                "a",
                "seeds")));
    assertEquals(
        "a DAG ends in one join, which comes after all others, not []; its operators are [seeds]",
        thrown(compose().seeds("seeds", slot -> {})));
    assertEquals(
        "two operators are called 'seeds': give each a name of its own",
        assertThrows(
                IllegalArgumentException.class,
                () -> compose().seeds("seeds", slot -> {}).seeds("seeds", slot -> {}))
            .getMessage());
  }

  private static String thrown(DagBuilder<?> dag) {
    return assertThrows(IllegalArgumentException.class, dag::build).getMessage();
  }
}
