package dev.atoll.formats.importer;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.array.CsrRows;
import dev.atoll.formats.array.EdgeArray;
import dev.atoll.formats.array.SparseFeatureRows;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.ArrayFolder;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.EdgeOutOfRangeException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * NumPy arrays: a folder of {@code .npy} or {@code .npy.gz} files, or one {@code .npz}.
 *
 * <pre>
 *   edges or edge_index   [2, E] or [E, 2]      or  indptr [N+1], indices [E]
 *                                               or  adj_indptr, adj_indices       (gnn-benchmark)
 *   edge_weights or weights   [E]           of the edges, or of the entries of indices
 *   features              [N, F]                or  features_indptr, _indices, _values
 *                                               or  attr_indptr, attr_indices, attr_data, attr_shape
 *   labels                [N], or [N, C] zeros and ones
 *   split                 int8 [N]              or  train_mask, val_mask, test_mask [N]
 * </pre>
 */
final class NpyImporter implements Importer {
  private static final Set<String> GRAPHS = Set.of("edges", "edge_index", "indptr", "adj_indptr");

  @Override
  public String name() {
    return "npy";
  }

  @Override
  public String files() {
    return "folder of .npy(.gz) arrays, or .npz: edges or indptr/indices, features, labels, split";
  }

  @Override
  public boolean recognizes(Path source) throws IOException {
    if (!Files.isDirectory(source) && !source.toString().endsWith(".npz")) {
      return false;
    }
    try (Arena arena = Arena.ofShared();
        ArrayFolder shelf = ArrayFolder.open(source, arena, arena)) {
      return shelf.names().stream().anyMatch(GRAPHS::contains);
    }
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    try (Arena arena = Arena.ofShared();
        ArrayFolder shelf = ArrayFolder.open(source, arena, writer.scratch(arena))) {
      new Reading(shelf, options, writer, arena).run(source);
    }
  }

  private record Reading(
      ArrayFolder shelf, ImportOptions options, DatasetWriter writer, Arena arena) {
    void run(Path source) throws IOException {
      Optional<NpyArray> dense = shelf.find("features");
      Optional<NpyArray> labels = shelf.find("labels");
      Optional<NpyArray> perNode = oneRowPerNode(dense, labels);
      if (dense.isPresent()) {
        writer.features(dense.get());
      } else if (shelf.find("features_indptr").isPresent()) {
        sparse("features_indptr", "features_indices", "features_values", Optional.empty());
      } else if (shelf.find("attr_indptr").isPresent()) {
        sparse("attr_indptr", "attr_indices", "attr_data", shelf.find("attr_shape"));
      }
      if (labels.isPresent()) {
        LabelRows.write(labels.get(), writer);
      }
      graph(source, perNode);
      splits();
    }

    /** The first array with a row per node; all of them must be equally long. */
    private Optional<NpyArray> oneRowPerNode(Optional<NpyArray> dense, Optional<NpyArray> labels)
        throws IOException {
      Optional<NpyArray> first = Optional.empty();
      for (Optional<NpyArray> next :
          List.of(dense, labels, shelf.find("split"), shelf.find("train_mask"))) {
        if (first.isPresent() && next.isPresent() && next.get().size(0) != first.get().size(0)) {
          throw BadDataException.at(
              next.get().origin(),
              "%d rows, but %s has %d; expected one per node in each"
                  .formatted(next.get().size(0), first.get().origin(), first.get().size(0)));
        }
        first = first.isPresent() ? first : next;
      }
      return first;
    }

    private void graph(Path source, Optional<NpyArray> perNode) throws IOException {
      var rule = options.edges().apply(true, writer);
      SegmentAllocator memory = writer.scratch(arena);
      Optional<NpyArray> edges = shelf.find("edges").or(this::edgeIndex);
      if (edges.isPresent()) {
        long nodes =
            perNode.isPresent()
                ? perNode.get().size(0)
                : new EdgeArray(edges.get(), 0).largest() + 1;
        try {
          writer.graph(new EdgeArray(edges.get(), nodes, weights(), memory), rule);
        } catch (BadDataException e) {
          throw perNode.isPresent() && e.getCause() instanceof EdgeOutOfRangeException
              ? new BadDataException(
                  "%s (%s has %d rows, one per node)"
                      .formatted(e.getMessage(), perNode.get().origin(), nodes),
                  e)
              : e;
        }
      } else if (shelf.find("indptr").isPresent()) {
        writer.graph(
            new CsrRows(shelf.get("indptr"), shelf.get("indices"), weights(), memory), rule);
      } else if (shelf.find("adj_indptr").isPresent()) {
        writer.graph(
            new CsrRows(shelf.get("adj_indptr"), shelf.get("adj_indices"), weights(), memory),
            rule);
      } else {
        throw BadDataException.at(
            source, "no graph: expected edges, or indptr and indices; there are " + shelf.names());
      }
    }

    private Optional<NpyArray> weights() throws IOException {
      Optional<NpyArray> found = shelf.find("edge_weights");
      return found.isPresent() ? found : shelf.find("weights");
    }

    private Optional<NpyArray> edgeIndex() {
      try {
        return shelf.find("edge_index");
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    private void sparse(String indptr, String indices, String values, Optional<NpyArray> shape)
        throws IOException {
      NpyArray columns = shelf.get(indices);
      long width = shape.isPresent() ? shape.get().longs().applyAsLong(1) : columns.largest() + 1;
      writer.features(
          SparseFeatureRows.of(
                  shelf.get(indptr),
                  columns,
                  shelf.get(values),
                  SizeLimits.width(columns.origin(), width, columns.elementCount()))
              .sorted(arena));
    }

    private void splits() throws IOException {
      for (String name : shelf.names()) {
        if (name.startsWith("split")) {
          writer.split(name, shelf.get(name));
        }
      }
      if (shelf.find("train_mask").isPresent() && shelf.find("split").isEmpty()) {
        NpyArray train = shelf.get("train_mask").require(NpyType.BOOL, NpyType.UINT8);
        SplitRoles roles = new SplitRoles(writer, "split", train.size(0));
        mask(roles, train, Split.TRAIN);
        mask(roles, shelf.get("val_mask"), Split.VALIDATION);
        mask(roles, shelf.get("test_mask"), Split.TEST);
      }
    }

    private static void mask(SplitRoles roles, NpyArray mask, int role) {
      LongUnaryOperator elements = mask.require(-1).longs();
      for (long node = 0; node < mask.size(0); node++) {
        if (elements.applyAsLong(node) != 0) {
          roles.set(node, role, mask.origin());
        }
      }
    }
  }
}
