package dev.atoll.formats.dataset;

import static dev.atoll.formats.dataset.DatasetFolder.fileName;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.files.FileDigest;
import dev.atoll.formats.DatasetName;
import dev.atoll.formats.PendingFolder;
import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.array.ArrayChecks;
import dev.atoll.formats.array.ArrayEdges;
import dev.atoll.formats.dataset.DatasetInfo.FeatureInfo;
import dev.atoll.formats.dataset.DatasetInfo.FileInfo;
import dev.atoll.formats.dataset.DatasetInfo.LabelInfo;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyHeader;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeOutOfRangeException;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.NumberedEdgeSource;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a dataset folder array by array; it appears whole, at the end, or not at all.
 *
 * <pre>{@code
 * try (DatasetWriter writer = DatasetWriter.create(folder, "mine")) {
 *   writer.graph(edges, CsrOptions.AS_GIVEN.symmetrized());
 *   writer.labels(labels, 7);
 *   writer.finish();                       // checks, digests, renames the folder
 * }                                         // without finish: nothing is left
 * }</pre>
 *
 * Arrays are mapped files, so a graph may be bigger than memory.
 */
public final class DatasetWriter implements AutoCloseable {
  private final PendingFolder pending;
  private final String name;
  private final Arena arena = Arena.ofShared();
  private final Map<String, NpyHeader> arrays = new TreeMap<>();
  private final Map<String, String> provenance = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, String> origins = new TreeMap<>();
  private long nodes = -1;
  private long rowsRead;
  private long edges;
  private FeatureInfo features;
  private LabelInfo labels;
  private List<EncodedColumn> columns = List.of();
  private List<String> classNames = List.of();
  private String metric;
  private String licence;

  private DatasetWriter(PendingFolder pending, String name) {
    this.pending = pending;
    this.name = name;
  }

  /** Begins a folder that must not exist yet (or be empty). */
  public static DatasetWriter create(Path folder, String name) throws IOException {
    DatasetName.require(folder, name);
    return new DatasetWriter(PendingFolder.beside(folder), name);
  }

  public static DatasetWriter into(PendingFolder pending, String name) {
    return new DatasetWriter(pending, name);
  }

  /** Builds the graph of the edges. */
  public CsrGraph graph(EdgeSource source, CsrOptions options) throws IOException {
    return graph(NumberedEdgeSource.of(source), EdgeData.NONE, 0, options);
  }

  /**
   * Builds the graph of the edges with their data.
   *
   * @param weightless the number of edges of weight 0, which the source leaves out
   */
  public CsrGraph graph(
      NumberedEdgeSource source, EdgeData data, long weightless, CsrOptions options)
      throws IOException {
    CsrGraph graph;
    try {
      graph = made(new CsrBuilder(options).build(source, data, new Files()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (data.weights().isPresent()) {
      note("edge weights kept; of equal edges the largest weight");
    }
    if (weightless > 0) {
      note("%d edges of weight 0 left out".formatted(weightless));
    }
    return graph;
  }

  /** Builds the graph of edges of arrays; an id out of range is named with its array. */
  public void graph(ArrayEdges edgesOfArrays, CsrOptions options) throws IOException {
    edgesOfArrays.checkNodes(rowsRead());
    try {
      graph(edgesOfArrays, edgesOfArrays.data(), edgesOfArrays.weightless(), options);
    } catch (EdgeOutOfRangeException e) {
      throw new BadDataException(edgesOfArrays.ends().origin() + ": " + e.getMessage(), e);
    }
  }

  /** Copies a graph that is there already. */
  public void graph(CsrGraph graph) throws IOException {
    put(CsrBuilder.INDPTR, graph.rowStarts(), NpyType.INT64, graph.nodeCount() + 1L);
    put(CsrBuilder.INDICES, graph.neighbors(), NpyType.INT32, graph.edgeCount());
    if (graph.weights().isPresent()) {
      put(EdgeData.WEIGHTS, graph.weights().get(), NpyType.FLOAT32, graph.edgeCount());
    }
    made(graph);
  }

  private CsrGraph made(CsrGraph graph) {
    nodes = graph.nodeCount();
    edges = graph.edgeCount();
    return graph;
  }

  /** Copies features of any kind. */
  public void features(Features all) throws IOException {
    rowsRead = Math.max(rowsRead, all.rows());
    switch (all) {
      case Features.Dense dense -> {
        NpyType stored =
            switch (dense.element()) {
              case F32 -> NpyType.FLOAT32;
              case F16 -> NpyType.FLOAT16;
              case BF16 -> NpyType.UINT16;
            };
        put(DatasetFolder.FEATURES, dense.data(), stored, dense.rows(), dense.width());
        String type =
            dense.element() == Features.Element.BF16 ? DatasetFolder.BF16 : stored.toString();
        features = new FeatureInfo(type, dense.width(), false);
      }
      case Features.Sparse sparse -> {
        long nonZeros = sparse.rowStarts().get(JAVA_LONG_UNALIGNED, sparse.rows() * Long.BYTES);
        put(DatasetFolder.FEATURES_INDPTR, sparse.rowStarts(), NpyType.INT64, sparse.rows() + 1);
        put(DatasetFolder.FEATURES_INDICES, sparse.columns(), NpyType.INT32, nonZeros);
        put(DatasetFolder.FEATURES_VALUES, sparse.values(), NpyType.FLOAT32, nonZeros);
        features = new FeatureInfo(NpyType.FLOAT32.toString(), sparse.width(), true);
      }
    }
  }

  /**
   * Writes dense features of any numeric type: float16 and float32 unchanged, other types as
   * float32.
   */
  public void features(NpyArray rows) throws IOException {
    rows.require(-1, -1);
    origin(DatasetFolder.FEATURES, rows.origin());
    rowsRead = Math.max(rowsRead, rows.size(0));
    int width = SizeLimits.width(rows.origin(), rows.size(1), rows.elementCount());
    if (rows.type().equals(NpyType.FLOAT16) || rows.type().equals(NpyType.FLOAT32)) {
      put(DatasetFolder.FEATURES, rows);
      features = new FeatureInfo(rows.type().toString(), width, false);
    } else {
      var elements = rows.doubles();
      MemorySegment out = denseFeatures(rows.size(0), width);
      eachElement(
          rows.elementCount(),
          i -> out.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, (float) elements.applyAsDouble(i)));
      note("features converted from " + rows.type() + " to float32");
    }
  }

  /** A float32 array of features for the caller to fill. */
  public MemorySegment denseFeatures(long rows, int width) throws IOException {
    features = new FeatureInfo(NpyType.FLOAT32.toString(), width, false);
    rowsRead = Math.max(rowsRead, rows);
    return map(DatasetFolder.FEATURES, NpyType.FLOAT32, rows, width);
  }

  /** Writes labels: [N] whole numbers, or [N, C] zeros and ones. */
  public void labels(NpyArray rows, int classes) throws IOException {
    boolean multi = rows.shape().size() == 2;
    origin(DatasetFolder.LABELS, rows.origin());
    SizeLimits.classes(rows.origin(), classes, rows.size(0));
    rowsRead = Math.max(rowsRead, rows.size(0));
    var elements = rows.longs();
    if (multi) {
      rows.require(-1, classes);
      put(DatasetFolder.LABELS, rows.require(NpyType.UINT8, NpyType.BOOL));
    } else {
      MemorySegment out = map(DatasetFolder.LABELS, NpyType.INT32, rows.require(-1).size(0));
      eachElement(
          rows.elementCount(),
          i ->
              out.set(JAVA_INT_UNALIGNED, i * Integer.BYTES, toInt(rows, elements.applyAsLong(i))));
    }
    labels = new LabelInfo(classes, multi);
  }

  private static int toInt(NpyArray array, long value) {
    if (value != (int) value) {
      throw BadDataException.at(array.origin(), "%d is no class number".formatted(value));
    }
    return (int) value;
  }

  /** Copies labels. */
  public void labels(Labels all) throws IOException {
    switch (all) {
      case Labels.Single l -> put(DatasetFolder.LABELS, l.data(), NpyType.INT32, l.rows());
      case Labels.Multi l ->
          put(DatasetFolder.LABELS, l.data(), NpyType.UINT8, l.rows(), l.classes());
    }
    labels = new LabelInfo(all.classes(), all instanceof Labels.Multi);
  }

  /** Copies a split; its name must begin with {@code split}. */
  public void split(Split split) throws IOException {
    put(split.name(), split.data(), NpyType.INT8, split.rows());
  }

  /** Writes a split [N], or a stack of them [K, N]. */
  public void split(String split, NpyArray rows) throws IOException {
    origin(split, rows.origin());
    put(split, rows.require(NpyType.INT8));
  }

  /** Copies the user's own ids. */
  public void ids(NodeIds ids) throws IOException {
    switch (ids) {
      case NodeIds.Numbers n -> put(DatasetFolder.IDS, n.data(), NpyType.INT64, n.rows());
      case NodeIds.Texts t -> {
        long bytes = t.offsets().get(JAVA_LONG_UNALIGNED, t.rows() * Long.BYTES);
        put(DatasetFolder.IDS_OFFSETS, t.offsets(), NpyType.INT64, t.rows() + 1);
        put(DatasetFolder.IDS_TEXT, t.bytes(), NpyType.UINT8, bytes);
      }
    }
  }

  /** Copies links to learn. */
  public void links(Links links) throws IOException {
    MemorySegment pairs = map(DatasetFolder.LINKS, NpyType.INT32, 2, links.count());
    long bytes = (long) links.count() * Integer.BYTES;
    MemorySegment.copy(links.heads(), 0, pairs, 0, bytes);
    MemorySegment.copy(links.tails(), 0, pairs, bytes, bytes);
    put(DatasetFolder.LINKS_ROLES, links.roles(), NpyType.INT8, links.count());
    if (links.relations().isPresent()) {
      put(DatasetFolder.LINKS_TYPES, links.relations().get(), NpyType.INT32, links.count());
    }
  }

  /** Records the table columns that became features. */
  public void columns(List<EncodedColumn> encoded) {
    columns = List.copyOf(encoded);
  }

  /** Records the names of classes, by number. */
  public void classNames(List<String> byNumber) {
    classNames = List.copyOf(byNumber);
  }

  public void metric(String publishers) {
    metric = publishers;
  }

  public void licence(String terms) {
    licence = terms;
  }

  /** Records the file that an array was read from: errors in its content name that file. */
  public void origin(String array, String file) {
    origins.put(array, file);
  }

  /** Records the origin of the data. */
  public void provenance(String key, String value) {
    provenance.put(key, value);
  }

  /** Records a change or an omission. */
  public void note(String note) {
    notes.add(note);
  }

  /** The most rows of node data so far: they justify as many nodes. */
  public long rowsRead() {
    return rowsRead;
  }

  /** A named array for the caller to fill. */
  public MemorySegment map(String array, NpyType type, long... shape) throws IOException {
    NpyHeader header = NpyHeader.of(type, shape);
    MemorySegment elements =
        pending.write(fileName(array), header.dataBytes(), f -> Npy.create(f, header, arena));
    arrays.put(array, header);
    return elements;
  }

  /** A name for a file that the caller deletes before the end. */
  public Path scratchFile(String file) {
    return pending.path().resolve(file);
  }

  /** Memory released with the arena; large blocks are files next to the dataset. */
  public SegmentAllocator scratch(Arena until) {
    return (bytes, alignment) -> {
      try {
        return pending.scratch(until, bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private void put(String array, NpyArray content) throws IOException {
    NpyHeader header = content.header();
    pending.write(
        fileName(array),
        header.dataBytes(),
        file -> {
          Npy.write(file, content);
          return file;
        });
    arrays.put(array, header);
  }

  private void put(String array, MemorySegment data, NpyType type, long... shape)
      throws IOException {
    put(array, NpyArray.of(array, data, type, shape));
  }

  /** Checks everything, writes {@code dataset.json} and moves the folder to its final name. */
  public void finish() throws IOException {
    if (nodes < 0) {
      throw new IllegalStateException("a dataset needs a graph");
    }
    var info =
        new DatasetInfo(
            DatasetInfo.FORMAT,
            DatasetInfo.VERSION,
            name,
            nodes,
            edges,
            features,
            labels,
            columns,
            classNames,
            metric,
            licence,
            provenance,
            notes,
            digests());
    try (Dataset written = DatasetFolder.map(pending.path(), info, pending.target())) {
      new Validation(new ArrayChecks(pending.target(), origins)).check(written);
    }
    pending.write(
        DatasetInfo.FILE,
        0,
        file -> {
          InfoFile.write(file, info);
          return file;
        });
    arena.close();
    pending.publish();
  }

  private Map<String, FileInfo> digests() throws IOException {
    List<String> names = List.copyOf(arrays.keySet());
    FileInfo[] infos = new FileInfo[names.size()];
    try {
      Parallel.forEach(
          Parallel.allCores(),
          infos.length,
          i -> {
            Path file = pending.path().resolve(fileName(names.get(i)));
            NpyHeader header = arrays.get(names.get(i));
            try {
              infos[i] =
                  new FileInfo(
                      header.type().toString(),
                      header.shape(),
                      java.nio.file.Files.size(file),
                      FileDigest.of(file));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Map<String, FileInfo> files = new TreeMap<>();
    for (int i = 0; i < infos.length; i++) {
      files.put(fileName(names.get(i)), infos[i]);
    }
    return files;
  }

  /** Deletes all files, unless finished. */
  @Override
  public void close() throws IOException {
    if (arena.scope().isAlive()) {
      arena.close();
    }
    pending.close();
  }

  private static void eachElement(long count, java.util.function.LongConsumer body) {
    Parallel.forEachRange(
        Parallel.allCores(),
        count,
        1 << 16,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            body.accept(i);
          }
        });
  }

  /** The graph's arrays as files of the folder. */
  private final class Files implements Storage {
    @Override
    public MemorySegment longs(String array, long count) {
      return elements(array, NpyType.INT64, count);
    }

    @Override
    public MemorySegment ints(String array, long count) {
      return elements(array, NpyType.INT32, count);
    }

    @Override
    public MemorySegment floats(String array, long count) {
      return elements(array, NpyType.FLOAT32, count);
    }

    private MemorySegment elements(String array, NpyType type, long count) {
      try {
        return map(array, type, count);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public MemorySegment scratch(Arena until, long bytes) {
      try {
        return pending.scratch(until, bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
