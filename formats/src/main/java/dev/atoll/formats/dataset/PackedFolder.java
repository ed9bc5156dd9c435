package dev.atoll.formats.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.files.FileDigest;
import dev.atoll.formats.DatasetName;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.array.EdgeArray;
import dev.atoll.formats.array.SparseFeatureRows;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.CsrOptions.SelfLoops;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A dataset packed for exchange: {@code meta.json} and gzip-compressed arrays.
 *
 * <pre>
 *   meta.json            name, nodes, features (width), classes, metric, licence, source,
 *                        files: {"edges.npy.gz": {"dtype", "shape", "sha256"}, …}
 *   edges.npy.gz         int32 [2, E], in one direction or both
 *   features.npy.gz      float32 [N, F], or features_indptr / features_indices / features_values;
 *                        failing those, features_derived*: computed from the graph
 *   labels.npy.gz        int32 [N] or uint8 [N, C]
 *   split*.npy.gz        int8 [N], or [K, N]
 *   edge_split.npy.gz    int8 [E]: the edges are links to learn, 0 train, 1 validation, 2 test
 *   edge_types.npy.gz    whole numbers [E]: the relation of each of these links
 * </pre>
 *
 * Edges become symmetric, without duplicates and self-loops. Other arrays are omitted with a note:
 * types of nodes and edges, edge features, labels of whole graphs. Every file read is checked
 * against its SHA-256.
 */
public final class PackedFolder {
  private static final String META = "meta.json";
  private static final String SUFFIX = ".npy.gz";
  private static final String EDGES = "edges";
  private static final String EDGE_SPLIT = "edge_split";
  private static final String EDGE_TYPES = "edge_types";
  private static final String DERIVED = "features_derived";
  private static final CsrOptions UNDIRECTED =
      CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(SelfLoops.DROP);

  /** Opens a file by its name. */
  @FunctionalInterface
  private interface Opener {
    InputStream open(String file) throws IOException;
  }

  /** The length of a file by its name. */
  @FunctionalInterface
  private interface Length {
    long of(String file) throws IOException;
  }

  private final String place;
  private final Opener opener;
  private final Length bytes;
  private final String digest;
  private final JsonNode meta;

  private PackedFolder(String place, Opener opener, Length bytes) throws IOException {
    this.place = place;
    this.opener = opener;
    this.bytes = bytes;
    try (InputStream in = opener.open(META)) {
      byte[] json = in.readAllBytes();
      this.digest = FileDigest.of(json);
      this.meta = JsonFile.tree(place + "/" + META, json);
    }
  }

  public static boolean isPacked(Path folder) {
    return Files.isRegularFile(folder.resolve(META))
        && Files.isRegularFile(folder.resolve(EDGES + SUFFIX));
  }

  public static PackedFolder at(Path folder) throws IOException {
    return new PackedFolder(
        folder.toString(),
        file -> Files.newInputStream(folder.resolve(file)),
        file -> Files.size(folder.resolve(file)));
  }

  /** A packed folder that is part of the program. */
  public static PackedFolder bundled(String name) throws IOException {
    return new PackedFolder(
        "bundled " + name,
        file -> PackedFolder.class.getResourceAsStream("/datasets/" + name + "/" + file),
        _ -> Long.MAX_VALUE);
  }

  public String name() {
    return DatasetName.require(place + "/" + META, text("name").orElseThrow(() -> missing("name")));
  }

  /** Changes whenever a file does: {@code meta.json} holds the digests of all. */
  public String digest() {
    return digest;
  }

  /** Unpacks everything into a dataset folder. */
  public void unpack(DatasetWriter writer) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      new Unpacking(writer, arena, fileNames()).run();
    }
  }

  private Set<String> fileNames() {
    Set<String> names = new TreeSet<>();
    meta.path("files").fieldNames().forEachRemaining(file -> names.add(plain(file)));
    return names;
  }

  /** A file of this folder, not of another. */
  private String plain(String file) {
    if (!file.matches("[A-Za-z0-9_.-]+")) {
      throw BadDataException.at(
          place + "/" + META, "file '%s'; expected names of files beside it".formatted(file));
    }
    return file;
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(meta.get(key)).filter(JsonNode::isTextual).map(JsonNode::textValue);
  }

  private int number(String key) {
    JsonNode value = meta.path(key);
    if (!value.isInt() || value.intValue() < 0) {
      throw missing(key);
    }
    return value.intValue();
  }

  private BadDataException missing(String key) {
    return BadDataException.at(
        place + "/" + META, "'%s' is missing or of the wrong type".formatted(key));
  }

  private NpyArray read(String array, Arena arena) throws IOException {
    String file = array + SUFFIX;
    String origin = place + "/" + file;
    try (DigestInputStream in = FileDigest.over(opener.open(file))) {
      NpyArray read = Npy.readGzip(in, bytes.of(file), origin, arena);
      String expected = meta.path("files").path(file).path("sha256").asText();
      String found = FileDigest.of(in);
      if (!found.equals(expected)) {
        throw BadDataException.at(
            origin, "SHA-256 %s; %s says %s. Copy the file again".formatted(found, META, expected));
      }
      return read;
    }
  }

  /** The unpacking of one folder; unused entries are noted at the end. */
  private final class Unpacking {
    private final DatasetWriter writer;
    private final Arena arena;
    private final Set<String> left;
    private final long nodes = number("nodes");

    Unpacking(DatasetWriter writer, Arena arena, Set<String> files) {
      this.writer = writer;
      this.arena = arena;
      this.left = files;
    }

    void run() throws IOException {
      features();
      NpyArray edges = take(EDGES);
      writer.graph(new EdgeArray(edges, nodes), UNDIRECTED);
      if (has(EDGE_SPLIT)) {
        links(edges);
      }
      if (has(DatasetFolder.LABELS)) {
        writer.labels(rows(take(DatasetFolder.LABELS)), number("classes"));
      }
      for (String file : Set.copyOf(left)) {
        if (file.startsWith(DatasetFolder.SPLIT)) {
          String split = file.substring(0, file.length() - SUFFIX.length());
          writer.split(split, take(split));
        }
      }
      left.forEach(file -> writer.note(file + " left out: it has no place in a plain graph"));
      describe();
    }

    private void links(NpyArray edges) throws IOException {
      NpyArray roles = take(EDGE_SPLIT);
      Optional<NpyArray> types = has(EDGE_TYPES) ? Optional.of(take(EDGE_TYPES)) : Optional.empty();
      writer.links(
          StoredLinks.links(nodes, edges, roles, types.map(t -> StoredLinks.ints(t, arena))));
      writer.note("edges are links to learn as they were given, in edge_split's roles");
    }

    private void features() throws IOException {
      Optional<String> derived = left.stream().filter(file -> file.startsWith(DERIVED)).findFirst();
      if (has(DatasetFolder.FEATURES)) {
        writer.features(rows(take(DatasetFolder.FEATURES)));
      } else if (has(DatasetFolder.FEATURES_INDPTR)) {
        writer.features(
            SparseFeatureRows.of(
                    take(DatasetFolder.FEATURES_INDPTR),
                    take(DatasetFolder.FEATURES_INDICES),
                    take(DatasetFolder.FEATURES_VALUES),
                    number("features"))
                .sorted(arena));
      } else if (derived.isPresent()) {
        writer.features(rows(take(derived.get().replace(SUFFIX, ""))));
        writer.note("features are " + derived.get() + ": " + text("featureNote").orElse(""));
      }
    }

    private void describe() {
      text("metric").ifPresent(writer::metric);
      text("licence").ifPresent(writer::licence);
      writer.provenance("importer", "packed folder");
      writer.provenance("source", meta.path("source").toString());
      writer.provenance("metaSha256", digest);
      writer.note("edges made symmetric, duplicates and self-loops removed");
    }

    private boolean has(String array) {
      return left.contains(array + SUFFIX);
    }

    private NpyArray take(String array) throws IOException {
      left.remove(array + SUFFIX);
      return read(array, arena);
    }

    private NpyArray rows(NpyArray array) {
      if (array.shape().isEmpty() || array.size(0) != nodes) {
        throw BadDataException.at(
            array.origin(), "shape %s, but the graph has %d nodes".formatted(array.shape(), nodes));
      }
      return array;
    }
  }
}
