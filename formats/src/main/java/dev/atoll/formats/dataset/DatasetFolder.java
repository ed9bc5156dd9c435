package dev.atoll.formats.dataset;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.formats.array.ArrayChecks;
import dev.atoll.formats.dataset.DatasetInfo.FeatureInfo;
import dev.atoll.formats.dataset.DatasetInfo.LabelInfo;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.EdgeData;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.NodeIds;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.parallel.Parallel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * A dataset as a folder of plain arrays that NumPy reads too.
 *
 * <pre>
 *   dataset.json       the list of arrays, and the SHA-256 of each file ({@link DatasetInfo})
 *   indptr.npy         int64 [N+1]     in-neighbours of node v: indices[indptr[v]] … indices[indptr[v+1] − 1]
 *   indices.npy        int32 [E]       (int64, as NumPy makes by default, is narrowed into memory on opening)
 *   edge_weights.npy   float32 [E]     weights of the edges in the order of indices, finite and above 0
 *   features.npy       float32, float16 or bf16 (as uint16) [N, F]
 *     or features_indptr.npy int64 [N+1], features_indices.npy int32, features_values.npy float32
 *   labels.npy         int32 [N], −1 unknown; or uint8 [N, C] if a node may have several
 *   split.npy          int8 [N]        0 train, 1 validation, 2 test, −1 none
 *   split_*.npy        further splits; splits.npy int8 [K, N]: K of them, named splits:0 …
 *   ids.npy            int64 [N]       the user's own ids
 *     or ids_offsets.npy int64 [N+1] and ids_text.npy uint8: ids that are text, UTF-8
 *   links.npy          int32 [2, L]    links to learn: heads, then tails
 *   links_roles.npy    int8 [L]        0 train, 1 validation, 2 test, −1 none
 *   links_types.npy    int32 [L]       the relation of each, where there are several
 * </pre>
 *
 * Everything but the graph is optional.
 */
public final class DatasetFolder {
  static final String FEATURES = "features";
  static final String FEATURES_INDPTR = "features_indptr";
  static final String FEATURES_INDICES = "features_indices";
  static final String FEATURES_VALUES = "features_values";
  static final String LABELS = "labels";
  static final String SPLIT = "split";
  static final String SPLITS = "splits";
  static final String IDS = "ids";
  static final String IDS_OFFSETS = "ids_offsets";
  static final String IDS_TEXT = "ids_text";
  static final String LINKS = "links";
  static final String LINKS_ROLES = "links_roles";
  static final String LINKS_TYPES = "links_types";
  static final String BF16 = "bf16";

  private static final long NARROWED_AT_ONCE = 1 << 18;

  private DatasetFolder() {}

  /** The thoroughness of checks. */
  public enum Check {
    /** Files are there, with the sizes, types and shapes that {@code dataset.json} states. */
    SIZES,
    /**
     * SIZES plus SHA-256 digests and content (ids, labels and splits in range, features finite);
     * skips files whose stamp is unchanged since they passed.
     */
    CONTENT,
    /** CONTENT without the skipping. */
    DIGESTS
  }

  /** Maps a dataset and checks its content. */
  public static Dataset open(Path folder) throws IOException {
    return open(folder, Check.CONTENT);
  }

  public static Dataset open(Path folder, Check check) throws IOException {
    return open(folder, check, VerifiedFolders.standard());
  }

  static Dataset open(Path folder, Check check, VerifiedFolders verified) throws IOException {
    DatasetInfo info = info(folder);
    var files = new DatasetFiles(folder, info);
    files.checkSizes();
    if (check == Check.SIZES) {
      return map(folder, info);
    }
    Optional<VerifiedFolders.Stamp> before = verified.stamp(folder, files.names());
    if (check == Check.CONTENT && before.isPresent() && verified.has(before.get())) {
      return map(folder, info);
    }
    files.checkDigests();
    Dataset dataset = map(folder, info);
    try {
      new Validation(new ArrayChecks(folder, Map.of())).check(dataset);
    } catch (RuntimeException e) {
      dataset.close();
      throw e;
    }
    before.ifPresent(verified::keep);
    return dataset;
  }

  private static Dataset map(Path folder, DatasetInfo info) throws IOException {
    return map(folder, info, folder);
  }

  /** Maps a folder that messages know by another name. */
  static Dataset map(Path folder, DatasetInfo info, Path place) throws IOException {
    Arena arena = Arena.ofShared();
    try {
      return new Reading(folder, place, info, arena).dataset();
    } catch (IOException | BadDataException e) {
      arena.close();
      throw e;
    } catch (RuntimeException e) {
      arena.close();
      throw new BadDataException(
          "%s: its arrays do not fit together (%s); import the data again".formatted(place, e), e);
    }
  }

  /** Whether a folder claims to be a dataset. */
  public static boolean isDataset(Path folder) {
    return Files.isRegularFile(folder.resolve(DatasetInfo.FILE));
  }

  /** The content of {@code dataset.json}. */
  public static DatasetInfo info(Path folder) throws IOException {
    Path file = folder.resolve(DatasetInfo.FILE);
    if (!isDataset(folder)) {
      throw BadDataException.at(
          folder, "no %s here, so this is not a dataset folder".formatted(DatasetInfo.FILE));
    }
    return InfoFile.read(file);
  }

  /** Writes a dataset; the folder appears whole or not at all. */
  public static void write(Path folder, Dataset dataset, Map<String, String> provenance)
      throws IOException {
    try (DatasetWriter writer = DatasetWriter.create(folder, dataset.name())) {
      writer.graph(dataset.graph());
      if (dataset.features().isPresent()) {
        writer.features(dataset.features().get());
      }
      if (dataset.labels().isPresent()) {
        writer.labels(dataset.labels().get());
      }
      for (Split split : dataset.splits().values()) {
        writer.split(split);
      }
      if (dataset.ids().isPresent()) {
        writer.ids(dataset.ids().get());
      }
      if (dataset.links().isPresent()) {
        writer.links(dataset.links().get());
      }
      dataset.metric().ifPresent(writer::metric);
      writer.columns(dataset.names().columns());
      writer.classNames(dataset.names().classes());
      provenance.forEach(writer::provenance);
      writer.finish();
    }
  }

  public static String fileName(String array) {
    return array + ".npy";
  }

  /** The arrays of one folder on their way into a {@link Dataset}. */
  private record Reading(Path folder, Path place, DatasetInfo info, Arena arena) {
    Dataset dataset() throws IOException {
      return new Dataset(
          info.name(),
          graph(),
          features(),
          labels(),
          splits(),
          Optional.ofNullable(info.metric()),
          ids(),
          links(),
          new DatasetNames(info.columns(), info.classNames()),
          arena);
    }

    private Optional<Links> links() throws IOException {
      return has(LINKS)
          ? Optional.of(
              StoredLinks.links(
                  info.nodes(),
                  map(LINKS),
                  map(LINKS_ROLES),
                  has(LINKS_TYPES) ? Optional.of(map(LINKS_TYPES)) : Optional.empty()))
          : Optional.empty();
    }

    private boolean has(String array) {
      return info.files().containsKey(fileName(array));
    }

    private NpyArray map(String array) throws IOException {
      if (!has(array)) {
        throw BadDataException.at(
            place.resolve(DatasetInfo.FILE), "no file '%s' listed".formatted(fileName(array)));
      }
      String file = fileName(array);
      return Npy.map(folder.resolve(file), place.resolve(file).toString(), arena);
    }

    private CsrGraph graph() throws IOException {
      int nodes = nodeCount();
      NpyArray indptr = map(CsrBuilder.INDPTR).require(NpyType.INT64).require(info.nodes() + 1);
      NpyArray indices =
          map(CsrBuilder.INDICES).require(NpyType.INT32, NpyType.INT64).require(info.edges());
      long last = indptr.longs().applyAsLong(info.nodes());
      if (last != info.edges()) {
        throw BadDataException.at(
            indptr.origin(), "ends with %d, but there are %d edges".formatted(last, info.edges()));
      }
      boolean int64 = indices.type().equals(NpyType.INT64);
      var graph = new CsrGraph(nodes, indptr.data(), int64 ? narrowed(indices) : indices.data());
      return has(EdgeData.WEIGHTS) ? graph.withWeights(edgeWeights()) : graph;
    }

    private MemorySegment edgeWeights() throws IOException {
      return map(EdgeData.WEIGHTS).require(NpyType.FLOAT32).require(info.edges()).data();
    }

    private int nodeCount() {
      try {
        return CsrGraph.requireNodeCount(info.nodes());
      } catch (BadDataException e) {
        throw new BadDataException(place.resolve(DatasetInfo.FILE) + ": " + e.getMessage(), e);
      }
    }

    /** Node numbers of int64 as int32, in memory of the dataset. */
    private MemorySegment narrowed(NpyArray indices) {
      long count = indices.elementCount();
      LongUnaryOperator wanted = indices.longs();
      MemorySegment narrow = arena.allocate(JAVA_INT, Math.max(1, count));
      Parallel.forEachRange(
          Parallel.allCores(),
          count,
          NARROWED_AT_ONCE,
          (from, to) -> {
            for (long i = from; i < to; i++) {
              long node = wanted.applyAsLong(i);
              if (node < 0 || node >= info.nodes()) {
                throw BadDataException.at(
                    indices.origin(),
                    "entry %d is %d; expected 0 to %d".formatted(i, node, info.nodes() - 1));
              }
              narrow.setAtIndex(JAVA_INT, i, (int) node);
            }
          });
      return narrow;
    }

    private Optional<Features> features() throws IOException {
      if (info.features() == null) {
        return Optional.empty();
      }
      FeatureInfo features = info.features();
      return Optional.of(features.sparse() ? sparse(features.width()) : dense(features));
    }

    private Features dense(FeatureInfo features) throws IOException {
      boolean bf16 = features.type().equals(BF16);
      NpyArray array =
          (bf16
                  ? map(FEATURES).require(NpyType.UINT16)
                  : map(FEATURES).require(NpyType.FLOAT32, NpyType.FLOAT16))
              .require(info.nodes(), features.width());
      Features.Element element =
          bf16
              ? Features.Element.BF16
              : array.type().equals(NpyType.FLOAT32) ? Features.Element.F32 : Features.Element.F16;
      return new Features.Dense(info.nodes(), features.width(), element, array.data());
    }

    private Features sparse(int width) throws IOException {
      NpyArray starts = map(FEATURES_INDPTR).require(NpyType.INT64).require(info.nodes() + 1);
      NpyArray columns = map(FEATURES_INDICES).require(NpyType.INT32).require(-1);
      NpyArray values = map(FEATURES_VALUES).require(NpyType.FLOAT32).require(columns.size(0));
      return new Features.Sparse(info.nodes(), width, starts.data(), columns.data(), values.data());
    }

    private Optional<Labels> labels() throws IOException {
      if (info.labels() == null) {
        return Optional.empty();
      }
      LabelInfo labels = info.labels();
      return Optional.of(
          labels.multi()
              ? new Labels.Multi(
                  info.nodes(),
                  labels.classes(),
                  map(LABELS)
                      .require(NpyType.UINT8, NpyType.BOOL)
                      .require(info.nodes(), labels.classes())
                      .data())
              : new Labels.Single(
                  info.nodes(),
                  labels.classes(),
                  map(LABELS).require(NpyType.INT32).require(info.nodes()).data()));
    }

    private Map<String, Split> splits() throws IOException {
      Map<String, Split> splits = new TreeMap<>();
      for (String file : info.files().keySet()) {
        if (file.toLowerCase(Locale.ROOT).startsWith(SPLIT)) {
          String name = file.replaceAll("\\.npy$", "");
          NpyArray array = map(name).require(NpyType.INT8);
          if (array.shape().size() == 2) {
            stack(name, array.require(-1, info.nodes()), splits);
          } else {
            splits.put(name, new Split(name, info.nodes(), array.require(info.nodes()).data()));
          }
        }
      }
      return splits;
    }

    private void stack(String name, NpyArray array, Map<String, Split> splits) {
      for (long i = 0; i < array.size(0); i++) {
        String one = name + ":" + i;
        splits.put(
            one,
            new Split(one, info.nodes(), array.data().asSlice(i * info.nodes(), info.nodes())));
      }
    }

    private Optional<NodeIds> ids() throws IOException {
      if (has(IDS)) {
        NpyArray ids = map(IDS).require(NpyType.INT64).require(info.nodes());
        return Optional.of(new NodeIds.Numbers(info.nodes(), ids.data()));
      }
      if (!has(IDS_TEXT)) {
        return Optional.empty();
      }
      NpyArray offsets = map(IDS_OFFSETS).require(NpyType.INT64).require(info.nodes() + 1);
      NpyArray text = map(IDS_TEXT).require(NpyType.UINT8).require(-1);
      return Optional.of(new NodeIds.Texts(info.nodes(), offsets.data(), text.data()));
    }
  }
}
