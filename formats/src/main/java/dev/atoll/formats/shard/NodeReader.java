package dev.atoll.formats.shard;

import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.shard.NodeIndex.FeatureIndex;
import dev.atoll.formats.shard.NodeIndex.LabelIndex;
import dev.atoll.formats.shard.NodeIndex.LinkIndex;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the node data of a part from a shard folder.
 *
 * @param nodes of all parts
 */
record NodeReader(NodeIndex index, int part, int coreCount, int nodes, Mapping files) {
  /** Maps a file of the folder, which is checked against its digest. */
  @FunctionalInterface
  interface Mapping {
    NpyArray map(String name) throws IOException;
  }

  ShardNodes read() throws IOException {
    return new ShardNodes(
        index.name(),
        index.features() == null ? Optional.empty() : Optional.of(features(index.features())),
        index.features() == null ? 1 : index.features().density(),
        index.labels() == null ? Optional.empty() : Optional.of(labels(index.labels())),
        splits(),
        Optional.ofNullable(index.metric()),
        index.links() == null ? Optional.empty() : Optional.of(links(index.links())));
  }

  private Features features(FeatureIndex all) throws IOException {
    NpyArray values = files.map(NodeIndex.features(part));
    if (!all.sparse()) {
      values.require(NodeWriter.type(all.element())).require(coreCount, all.width());
      return new Features.Dense(coreCount, all.width(), all.element(), values.data());
    }
    NpyArray starts = files.map(NodeIndex.featureStarts(part));
    NpyArray columns = files.map(NodeIndex.featureColumns(part));
    starts.require(NpyType.INT64).require(coreCount + 1L);
    columns.require(NpyType.INT32).require(starts.longs().applyAsLong(coreCount));
    values.require(NpyType.FLOAT32).require(columns.size(0));
    return new Features.Sparse(
        coreCount, all.width(), starts.data(), columns.data(), values.data());
  }

  private Labels labels(LabelIndex all) throws IOException {
    NpyArray labels = files.map(NodeIndex.LABELS);
    return all.multi()
        ? new Labels.Multi(
            nodes,
            all.classes(),
            labels.require(NpyType.UINT8).require(nodes, all.classes()).data())
        : new Labels.Single(
            nodes, all.classes(), labels.require(NpyType.INT32).require(nodes).data());
  }

  private Map<String, Split> splits() throws IOException {
    Map<String, Split> splits = new LinkedHashMap<>();
    for (int i = 0; i < index.splits().size(); i++) {
      String name = index.splits().get(i);
      NpyArray roles = files.map(NodeIndex.split(i)).require(NpyType.INT8).require(nodes);
      splits.put(name, new Split(name, nodes, roles.data()));
    }
    return splits;
  }

  private Links links(LinkIndex all) throws IOException {
    int count = all.count();
    NpyArray pairs = files.map(NodeIndex.LINK_PAIRS).require(NpyType.INT32).require(2, count);
    long bytes = (long) count * Integer.BYTES;
    return Links.all(
        count,
        pairs.data().asSlice(0, bytes),
        pairs.data().asSlice(bytes, bytes),
        all.relationCount() == 1
            ? Optional.empty()
            : Optional.of(
                files.map(NodeIndex.LINK_RELATIONS).require(NpyType.INT32).require(count).data()),
        all.relationCount(),
        files.map(NodeIndex.LINK_ROLES).require(NpyType.INT8).require(count).data(),
        all.symmetric());
  }
}
