package dev.atoll.app.pinned;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.app.command.Outcome;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** The small datasets that pinned runs train on, each a folder of its name. */
final class PinnedData {
  /** Dense features, one class per node. */
  static final String COMMUNITIES = "communities";

  /** The dense graph with two classes per node. */
  private static final String MULTI_LABEL = "multi-label";

  /** The dense graph with links of two relations to learn. */
  private static final String RELATIONS = "relations";

  private static final int CLASSES = 4;
  private static final int LINKS = 200;

  private PinnedData() {}

  static void write(Path folder) throws IOException {
    Path communities = folder.resolve(COMMUNITIES);
    String shape = "--nodes 240 --edges 1000 --communities 8 --features 12 --classes " + CLASSES;
    String line = "generate --kind sbm " + shape + " --out " + communities;
    Outcome.of(line.split(" ", -1)).succeeded();
    try (Dataset base = DatasetFolder.open(communities);
        Arena memory = Arena.ofConfined()) {
      DatasetFolder.write(folder.resolve(MULTI_LABEL), multiLabel(base, memory), Map.of());
      Dataset relations = base.with(links(base.graph(), memory));
      DatasetFolder.write(folder.resolve(RELATIONS), relations, Map.of());
    }
  }

  private static Dataset multiLabel(Dataset base, Arena memory) {
    long nodes = base.graph().nodeCount();
    MemorySegment marks = memory.allocate(nodes * CLASSES);
    for (long node = 0; node < nodes; node++) {
      marks.set(JAVA_BYTE, node * CLASSES + node % CLASSES, (byte) 1);
      marks.set(JAVA_BYTE, node * CLASSES + node % 3, (byte) 1);
    }
    return new Dataset(
        MULTI_LABEL,
        base.graph(),
        base.features(),
        Optional.of(new Labels.Multi(nodes, CLASSES, marks)),
        base.splits(),
        base.metric(),
        Optional.empty(),
        Optional.empty(),
        DatasetNames.NONE,
        base.memory());
  }

  /** One to each node, from a neighbour; the relation says which of the two numbers is lower. */
  private static Links links(CsrGraph graph, Arena memory) {
    long[] tails =
        LongStream.range(0, graph.nodeCount())
            .filter(node -> graph.inDegree(node) > 0)
            .limit(LINKS)
            .toArray();
    int count = tails.length;
    MemorySegment from = memory.allocate(JAVA_INT, count);
    MemorySegment to = memory.allocate(JAVA_INT, count);
    MemorySegment relations = memory.allocate(JAVA_INT, count);
    MemorySegment roles = memory.allocate(count);
    for (int i = 0; i < count; i++) {
      long head = graph.inNeighbor(tails[i], graph.inDegree(tails[i]) / 2);
      from.setAtIndex(JAVA_INT, i, (int) head);
      to.setAtIndex(JAVA_INT, i, (int) tails[i]);
      relations.setAtIndex(JAVA_INT, i, head < tails[i] ? 1 : 0);
      roles.set(JAVA_BYTE, i, (byte) role(i));
    }
    return Links.all(count, from, to, Optional.of(relations), 2, roles, false);
  }

  private static int role(int link) {
    return switch (link % 10) {
      case 8 -> Split.VALIDATION;
      case 9 -> Split.TEST;
      default -> Split.TRAIN;
    };
  }
}
