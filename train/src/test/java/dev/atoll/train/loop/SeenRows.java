package dev.atoll.train.loop;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.graph.order.Ordering;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Counts the rows that travel if the loss can see them, by walking through the whole graph. */
record SeenRows(Dataset world, ShardFolder shards) {
  /** Rows that some worker sends another before a layer, in one direction. */
  long before(int layer, int layers) throws IOException {
    Set<Integer> targets = trainingNodes();
    for (int hop = 0; hop < layers - 1 - layer; hop++) {
      Set<Integer> more = new HashSet<>(targets);
      targets.forEach(v -> neighbors(v).forEach(more::add));
      targets = more;
    }
    Ordering numbers = shards.ordering();
    Set<Long> travelling = new HashSet<>();
    for (int v : targets) {
      int reader = owner(numbers.newOf(v));
      neighbors(v)
          .filter(u -> owner(numbers.newOf(u)) != reader)
          .forEach(u -> travelling.add((long) reader * world.graph().nodeCount() + u));
    }
    return travelling.size();
  }

  private Set<Integer> trainingNodes() {
    Split split = world.splits().get("split");
    return IntStream.range(0, world.graph().nodeCount())
        .filter(v -> split.role(v) == Split.TRAIN)
        .boxed()
        .collect(Collectors.toSet());
  }

  private IntStream neighbors(int v) {
    return IntStream.range(0, (int) world.graph().inDegree(v))
        .map(e -> world.graph().inNeighbor(v, e));
  }

  private int owner(int node) {
    return (int)
        IntStream.range(1, shards.book().parts())
            .filter(part -> shards.book().first(part) <= node)
            .count();
  }
}
