package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.shard.NodeIndex.FeatureIndex;
import dev.atoll.formats.shard.NodeIndex.LabelIndex;
import dev.atoll.formats.shard.NodeIndex.LinkIndex;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.PartitionBook;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the node data of a dataset next to its shards: features part by part, the rest once. */
record NodeWriter(Dataset dataset, PartitionBook book, Ordering order, ShardFiles files) {
  NodeIndex write() throws IOException {
    List<String> splits = new ArrayList<>();
    for (Split split : dataset.splits().values()) {
      files.array(NodeIndex.split(splits.size()), split.data(), NpyType.INT8, split.rows());
      splits.add(split.name());
    }
    return new NodeIndex(
        dataset.name(),
        dataset.features().isPresent() ? features(dataset.features().get()) : null,
        dataset.labels().isPresent() ? labels(dataset.labels().get()) : null,
        splits,
        dataset.metric().orElse(null),
        dataset.links().isPresent() ? links(dataset.links().get()) : null);
  }

  private LabelIndex labels(Labels labels) throws IOException {
    switch (labels) {
      case Labels.Single l -> files.array(NodeIndex.LABELS, l.data(), NpyType.INT32, l.rows());
      case Labels.Multi l ->
          files.array(NodeIndex.LABELS, l.data(), NpyType.UINT8, l.rows(), l.classes());
    }
    return new LabelIndex(labels.classes(), labels instanceof Labels.Multi);
  }

  private LinkIndex links(Links links) throws IOException {
    int count = links.count();
    files.filled(
        NodeIndex.LINK_PAIRS,
        NpyType.INT32,
        pairs -> {
          long bytes = (long) count * Integer.BYTES;
          MemorySegment.copy(links.heads(), 0, pairs, 0, bytes);
          MemorySegment.copy(links.tails(), 0, pairs, bytes, bytes);
        },
        2,
        count);
    files.array(NodeIndex.LINK_ROLES, links.roles(), NpyType.INT8, count);
    Optional<MemorySegment> relations = links.relations();
    if (relations.isPresent()) {
      files.array(NodeIndex.LINK_RELATIONS, relations.get(), NpyType.INT32, count);
    }
    return new LinkIndex(count, links.relationCount(), links.symmetric());
  }

  private FeatureIndex features(Features features) throws IOException {
    for (int part = 0; part < book.parts(); part++) {
      switch (features) {
        case Features.Dense rows -> dense(part, rows);
        case Features.Sparse rows -> sparse(part, rows);
      }
    }
    return switch (features) {
      case Features.Dense rows -> new FeatureIndex(rows.width(), false, rows.element(), 1);
      case Features.Sparse rows ->
          new FeatureIndex(
              rows.width(),
              true,
              Features.Element.F32,
              start(rows, rows.rows()) / Math.max(1.0, (double) rows.rows() * rows.width()));
    };
  }

  private void dense(int part, Features.Dense rows) throws IOException {
    long rowBytes = (long) rows.width() * rows.element().bytes();
    files.filled(
        NodeIndex.features(part),
        type(rows.element()),
        own -> {
          for (int i = 0; i < book.coreCount(part); i++) {
            MemorySegment.copy(rows.data(), oldOf(part, i) * rowBytes, own, i * rowBytes, rowBytes);
          }
        },
        book.coreCount(part),
        rows.width());
  }

  static NpyType type(Features.Element element) {
    return switch (element) {
      case F32 -> NpyType.FLOAT32;
      case F16 -> NpyType.FLOAT16;
      case BF16 -> NpyType.UINT16;
    };
  }

  private void sparse(int part, Features.Sparse rows) throws IOException {
    long[] starts = new long[book.coreCount(part) + 1];
    for (int i = 0; i < book.coreCount(part); i++) {
      long node = oldOf(part, i);
      starts[i + 1] = starts[i] + start(rows, node + 1) - start(rows, node);
    }
    files.array(
        NodeIndex.featureStarts(part), MemorySegment.ofArray(starts), NpyType.INT64, starts.length);
    entries(part, NodeIndex.featureColumns(part), NpyType.INT32, rows, rows.columns(), starts);
    entries(part, NodeIndex.features(part), NpyType.FLOAT32, rows, rows.values(), starts);
  }

  /** The columns or the values of a part's rows; both have four bytes. */
  private void entries(
      int part, String name, NpyType type, Features.Sparse rows, MemorySegment all, long[] starts)
      throws IOException {
    files.filled(
        name,
        type,
        own -> {
          for (int i = 0; i < book.coreCount(part); i++) {
            MemorySegment.copy(
                all,
                start(rows, oldOf(part, i)) * Integer.BYTES,
                own,
                starts[i] * Integer.BYTES,
                (starts[i + 1] - starts[i]) * Integer.BYTES);
          }
        },
        starts[starts.length - 1]);
  }

  private static long start(Features.Sparse rows, long row) {
    return rows.rowStarts().get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
  }

  private long oldOf(int part, int core) {
    return order.oldOf(book.first(part) + core);
  }
}
