package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.spool.EdgeSpool;
import dev.atoll.formats.text.Dialect;
import dev.atoll.formats.text.Fields;
import dev.atoll.formats.text.TextFile;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A graph file of METIS.
 *
 * <pre>
 *   % a comment
 *   4 3 011 1          nodes, edges (each counted once), format, weights per node
 *   9 2 1              node 1: weight 9, an edge to 2 of weight 1
 *   7 1 1 3 5          node 2: weight 7, edges to 1 and 3
 *   …                  every edge is in the lines of both its ends
 * </pre>
 *
 * The three digits of the format declare vertex sizes, vertex weights and edge weights; all three
 * are ignored. Node 1 becomes node 0.
 */
final class MetisImporter implements Importer {
  @Override
  public String name() {
    return "metis";
  }

  @Override
  public String files() {
    return "file .graph or .metis(.gz)";
  }

  @Override
  public boolean recognizes(Path source) {
    return Files.isRegularFile(source)
        && source.getFileName().toString().matches(".*\\.(graph|metis)(\\.gz)?");
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    try (EdgeSpool spool = new EdgeSpool(writer.scratchFile("edges.spool"), false)) {
      var reading = new Reading(spool.collector());
      new TextFile(source).forEachBlock(1, Dialect.spaces(), reading::block);
      reading.finish(source);
      if (reading.weighted) {
        writer.note("weights left out");
      }
      spool.graph(reading.nodes, options.edges().apply(true, writer), writer);
    }
  }

  private static final class Reading {
    private static final long MOST_EDGES = 1L << 40;
    private static final int MOST_WEIGHTS = 1000;

    private final EdgeSpool.Collector edges;
    private long nodes = -1;
    private long stated;
    private int skipped;
    private boolean edgeWeights;
    private boolean weighted;
    private long node;
    private long entries;

    Reading(EdgeSpool.Collector edges) {
      this.edges = edges;
    }

    /** A blank line is a node without edges, so lines are taken as they come. */
    void block(Fields fields) throws IOException {
      while (fields.nextAnyLine()) {
        if (fields.isComment()) {
          continue;
        }
        if (nodes < 0) {
          header(fields);
        } else if (node < nodes) {
          neighbors(fields);
        } else if (!fields.isBlank()) {
          throw fields.badLine("more lines than the %d nodes of the first line".formatted(nodes));
        }
      }
    }

    private void header(Fields fields) {
      nodes = fields.nextLong();
      stated = fields.nextLong();
      String format = fields.hasNext() ? "00" + fields.nextText() : "000";
      if (!format.matches("0{0,2}[01]{3}")) {
        throw fields.badLine(
            "format '%s'; expected up to three digits 0 or 1".formatted(format.substring(2)));
      }
      boolean sizes = format.charAt(format.length() - 3) == '1';
      boolean weights = format.charAt(format.length() - 2) == '1';
      edgeWeights = format.endsWith("1");
      long perNode = fields.hasNext() ? fields.nextLong() : 1;
      if (nodes < 0 || nodes > Integer.MAX_VALUE || stated < 0 || stated > MOST_EDGES) {
        throw fields.badLine(
            "%d nodes and %d edges; expected 0 to %d nodes"
                .formatted(nodes, stated, Integer.MAX_VALUE));
      }
      if (perNode < 0 || perNode > MOST_WEIGHTS) {
        throw fields.badLine(
            "%d weights per node; expected 0 to %d".formatted(perNode, MOST_WEIGHTS));
      }
      skipped = (sizes ? 1 : 0) + (weights ? (int) perNode : 0);
      weighted = skipped > 0 || edgeWeights;
    }

    private void neighbors(Fields fields) throws IOException {
      if (!fields.isBlank()) {
        fields.skip(skipped);
        while (fields.hasNext()) {
          long neighbor = fields.nextLong();
          if (neighbor < 1 || neighbor > nodes) {
            throw fields.badLine("neighbour %d; expected 1 to %d".formatted(neighbor, nodes));
          }
          edges.add(neighbor - 1, node);
          entries++;
          fields.skip(edgeWeights ? 1 : 0);
        }
      }
      node++;
    }

    void finish(Path source) throws IOException {
      edges.flush();
      if (nodes < 0) {
        throw BadDataException.at(source, "empty; expected a first line of nodes and edges");
      }
      if (node != nodes) {
        throw BadDataException.at(source, "ends after %d of the %d nodes".formatted(node, nodes));
      }
      if (entries != 2 * stated) {
        throw BadDataException.at(
            source,
            "the first line says %d edges, so %d neighbours; found %d"
                .formatted(stated, 2 * stated, entries));
      }
    }
  }
}
