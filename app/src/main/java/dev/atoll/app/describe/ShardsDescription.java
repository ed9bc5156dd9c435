package dev.atoll.app.describe;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Describes a folder of shards; every file is compared with its digest first. */
public final class ShardsDescription {
  private ShardsDescription() {}

  /** The output of {@code info --json}. */
  private record Facts(
      String kind,
      String folder,
      long nodes,
      long edges,
      int parts,
      String topology,
      Map<String, String> origin,
      List<Part> perPart) {}

  /** One shard. */
  private record Part(long nodes, long halo, long edges, long bytes) {}

  public static Description of(Path folder) throws IOException {
    ShardFolder shards = ShardFolder.open(folder);
    shards.verify();
    String topology = shards.topology().name().toLowerCase(Locale.ROOT);
    Table facts =
        Table.untitled()
            .row("folder", folder.toString())
            .row("nodes", Units.count(shards.book().nodeCount()))
            .row("edges", Units.count(shards.edgeCount()))
            .row("topology", topology);
    shards.origin().forEach(facts::row);
    facts.row("files", "complete: every digest matches");
    Table table = Table.of("part", "nodes", "halo", "edges", "on disk");
    List<Part> parts = new ArrayList<>();
    for (int part = 0; part < shards.book().parts(); part++) {
      var one =
          new Part(
              shards.book().coreCount(part),
              shards.haloCount(part),
              shards.edgeCount(part),
              shards.bytes(part));
      parts.add(one);
      table.row(
          Integer.toString(part),
          Units.count(one.nodes),
          Units.count(one.halo),
          Units.count(one.edges),
          Units.bytes(one.bytes));
    }
    return new Description(
        List.of(facts, table),
        new Facts(
            "shards",
            folder.toString(),
            shards.book().nodeCount(),
            shards.edgeCount(),
            shards.book().parts(),
            topology,
            shards.origin(),
            parts));
  }
}
