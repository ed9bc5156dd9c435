package dev.atoll.app.partition;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.formats.shard.AssignmentFile;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.PartitionReport.Balance;
import dev.atoll.graph.sample.locality.SampledReads;
import dev.atoll.recipe.settings.Keys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The output of {@code partition --json}. Fields are added, never renamed.
 *
 * @param expected null without training nodes
 * @param digest of the assignment
 * @param out the folder of the shards; null where none were written
 */
public record CutResult(
    String dataset,
    int nodes,
    long edges,
    String partitioner,
    int parts,
    String objective,
    String effort,
    String topology,
    long seed,
    int threads,
    long cut,
    long volume,
    Map<String, Double> imbalance,
    Map<String, Double> tolerance,
    boolean held,
    List<Long> haloNodes,
    List<Part> perPart,
    @JsonUnwrapped ExpectedReads expected,
    double seconds,
    long peakBytes,
    String digest,
    @JsonInclude(Include.NON_NULL) String out) {
  /**
   * One part.
   *
   * @param loads by the name of the constraint
   * @param remoteRowsPerEpoch null without training nodes
   * @param bytes that its worker holds
   */
  public record Part(
      @JsonAnyGetter Map<String, Long> loads,
      long halo,
      @JsonInclude(Include.NON_NULL) Long remoteRowsPerEpoch,
      long bytes,
      long topologyBytes,
      long replicatedTopologyBytes,
      long featureBytes) {
    private static Part of(Cut cut, int part) {
      Map<String, Long> loads = new LinkedHashMap<>();
      cut.report().balance().forEach(share -> loads.put(share.name(), share.loads().get(part)));
      return new Part(
          loads,
          cut.report().haloNodes().get(part),
          cut.reads().map(reads -> Math.round(reads.remoteRows().get(part))).orElse(null),
          cut.shardBytes(part),
          cut.topologyBytes(part),
          cut.replicatedTopologyBytes(part),
          cut.featureBytes(part));
    }
  }

  /** Feature rows that sampled mini-batches are expected to read. */
  public record ExpectedReads(
      int batch,
      List<Integer> fanouts,
      long expectedRemoteRowsPerEpoch,
      long expectedLocalRowsPerEpoch,
      long expectedFeatureBytesPerEpoch) {
    private static ExpectedReads of(Cut cut, SampledReads reads) {
      return new ExpectedReads(
          cut.sampling().batch(),
          cut.sampling().fanouts(),
          Math.round(reads.allRemoteRows()),
          Math.round(reads.allLocalRows()),
          Math.round(reads.allRemoteRows() * cut.rowBytes()));
    }
  }

  /**
   * @param out the folder of the shards, or null
   */
  static CutResult of(Cut cut, Path out) {
    PartitionReport report = cut.report();
    Map<String, Double> tolerance = new LinkedHashMap<>();
    cut.goal().balance().forEach(share -> tolerance.put(share.name(), share.tolerance()));
    return new CutResult(
        cut.dataset().name(),
        cut.dataset().graph().nodeCount(),
        cut.dataset().graph().edgeCount(),
        report.partitioner(),
        report.parts(),
        cut.settings().text(Keys.PARTITION_OBJECTIVE),
        cut.settings().text(Keys.PARTITION_EFFORT),
        cut.settings().text(Keys.TOPOLOGY),
        cut.goal().seed(),
        cut.goal().threads(),
        report.cut(),
        report.volume(),
        report.imbalance(),
        tolerance,
        report.balance().stream().allMatch(Balance::held),
        report.haloNodes(),
        IntStream.range(0, report.parts()).mapToObj(part -> Part.of(cut, part)).toList(),
        cut.reads().map(reads -> ExpectedReads.of(cut, reads)).orElse(null),
        report.seconds(),
        report.peakBytes(),
        AssignmentFile.digest(cut.partitioning()),
        out == null ? null : out.toString());
  }
}
