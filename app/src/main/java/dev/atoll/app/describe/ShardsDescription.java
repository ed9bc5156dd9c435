package dev.atoll.app.describe;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Describes a folder of shards; every file is compared with its digest first. */
public final class ShardsDescription {
  private ShardsDescription() {}

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
    facts.row("files", "whole: every digest is right");
    Table table = Table.of("part", "nodes", "halo", "edges", "on disk");
    List<Map<String, Object>> parts = new ArrayList<>();
    for (int part = 0; part < shards.book().parts(); part++) {
      table.row(
          Integer.toString(part),
          Units.count(shards.book().coreCount(part)),
          Units.count(shards.haloCount(part)),
          Units.count(shards.edgeCount(part)),
          Units.bytes(shards.bytes(part)));
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("nodes", shards.book().coreCount(part));
      one.put("halo", shards.haloCount(part));
      one.put("edges", shards.edgeCount(part));
      one.put("bytes", shards.bytes(part));
      parts.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "shards");
    json.put("folder", folder.toString());
    json.put("nodes", shards.book().nodeCount());
    json.put("edges", shards.edgeCount());
    json.put("parts", shards.book().parts());
    json.put("topology", topology);
    json.put("origin", shards.origin());
    json.put("perPart", parts);
    return new Description(List.of(facts, table), json);
  }
}
