package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.atoll.formats.JsonFile;
import dev.atoll.formats.array.CsrRows;
import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.formats.npy.Npz;
import dev.atoll.formats.table.SplitRoles;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A folder as GraphSAINT reads it.
 *
 * <pre>
 *   adj_full.npz     SciPy CSR: indptr, indices, shape, format 'csr', data (ignored)
 *   role.json        {"tr": [ids], "va": [ids], "te": [ids]}
 *   class_map.json   {"id": class} or {"id": [0, 1, …]}; nodes that are missing are unlabelled
 *   feats.npy        [N, F] numbers; may be missing
 * </pre>
 *
 * {@code adj_train.npz}, the part of the graph between training nodes, is not needed.
 */
final class GraphSaintImporter implements Importer {
  private static final int LONGEST_QUOTE = 40;

  @Override
  public String name() {
    return "graphsaint";
  }

  @Override
  public String files() {
    return "folder of adj_full.npz, role.json, class_map.json, feats.npy";
  }

  @Override
  public boolean recognizes(Path source) {
    return Files.isRegularFile(source.resolve("adj_full.npz"))
        && Files.isRegularFile(source.resolve("role.json"));
  }

  @Override
  public void read(Path source, ImportOptions options, DatasetWriter writer) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      long nodes = graph(source.resolve("adj_full.npz"), options, writer, arena);
      Path features = source.resolve("feats.npy");
      if (Files.isRegularFile(features)) {
        writer.features(Npy.map(features, arena).require(nodes, -1));
      } else {
        writer.note("feats.npy is missing: no features");
      }
      SplitRoles roles = new SplitRoles(writer, "split", nodes);
      eachEntry(
          source.resolve("role.json"),
          (place, key, values) -> {
            for (long node : values) {
              roles.set(node, role(place, key), place);
            }
          });
      Path classes = source.resolve("class_map.json");
      if (Files.isRegularFile(classes)) {
        var map = new ClassMap(classes, nodes, arena);
        eachEntry(classes, map);
        map.write(writer);
      }
    }
  }

  private static long graph(Path file, ImportOptions options, DatasetWriter writer, Arena arena)
      throws IOException {
    try (Npz npz = Npz.open(file)) {
      String format = npz.find("format", arena).map(f -> f.text(0)).orElse("csr");
      if (!format.equals("csr")) {
        throw BadDataException.at(
            file, "a SciPy matrix of format '%s'; expected 'csr'".formatted(format));
      }
      var rows =
          new CsrRows(
              npz.array("indptr", arena), npz.array("indices", arena), Optional.empty(), arena);
      writer.graph(rows, options.edges().apply(false, writer));
      return rows.nodeCount();
    }
  }

  /** Takes the entries of a JSON file of the form {"key": number or [numbers], …} one by one. */
  @FunctionalInterface
  private interface Entries {
    void entry(String place, String key, long[] values) throws IOException;
  }

  private static void eachEntry(Path file, Entries entries) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME) {
          String place = file + ": line " + json.currentLocation().getLineNr();
          String key = json.currentName();
          entries.entry(place, key, numbers(json, place + ": '" + key + "'"));
        }
      }
    } catch (JsonProcessingException e) {
      throw JsonFile.bad(file, e);
    }
  }

  private static long[] numbers(JsonParser json, String place) throws IOException {
    if (json.nextToken() != JsonToken.START_ARRAY) {
      return new long[] {whole(json, place)};
    }
    LongStream.Builder values = LongStream.builder();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      values.add(whole(json, place));
    }
    return values.build().toArray();
  }

  private static long whole(JsonParser json, String place) throws IOException {
    JsonToken token = json.currentToken();
    double value = token != null && token.isNumeric() ? json.getDoubleValue() : Double.NaN;
    if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
      throw BadDataException.at(
          place,
          "expected a whole number%s, found %s"
              .formatted(
                  value == Math.rint(value) ? " below 2^31" : "",
                  token != null && token.isScalarValue() ? shortened(json) : token));
    }
    return (long) value;
  }

  private static String shortened(JsonParser json) throws IOException {
    String text = json.getText();
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }

  private static int role(String place, String key) {
    return switch (key) {
      case "tr" -> Split.TRAIN;
      case "va" -> Split.VALIDATION;
      case "te" -> Split.TEST;
      default -> throw BadDataException.at(place, "set '%s'; expected tr, va, te".formatted(key));
    };
  }

  /**
   * Labels as they come; the first entry decides whether a node has one class or a row of flags.
   */
  private static final class ClassMap implements Entries {
    /** Nodes that are missing take memory too, but not without bounds. */
    private static final long SMALL = 1 << 26;

    private static final long PER_BYTE = 16;

    private final String file;
    private final long bytes;
    private final long nodes;
    private final Arena arena;
    private MemorySegment labels;
    private int width;

    ClassMap(Path file, long nodes, Arena arena) throws IOException {
      this.file = file.toString();
      this.bytes = Files.size(file);
      this.nodes = nodes;
      this.arena = arena;
    }

    @Override
    public void entry(String place, String key, long[] values) {
      if (labels == null) {
        width = values.length;
        if (width != 1 && width * nodes > SMALL + PER_BYTE * bytes) {
          throw BadDataException.at(
              place,
              "node '%s' has %d values; a file of %d bytes is too small for that many of %d nodes"
                  .formatted(key, width, bytes, nodes));
        }
        labels = arena.allocate(JAVA_INT, nodes * width);
        labels.fill((byte) (width == 1 ? -1 : 0));
      }
      if (values.length != width) {
        throw BadDataException.at(
            place,
            "node '%s' has %d values, the first one had %d".formatted(key, values.length, width));
      }
      long node = node(place, key);
      for (int i = 0; i < width; i++) {
        labels.setAtIndex(JAVA_INT, node * width + i, (int) values[i]);
      }
    }

    private long node(String place, String key) {
      if (!key.matches("[0-9]{1,18}") || Long.parseLong(key) >= nodes) {
        throw BadDataException.at(place, "node '%s'; expected 0 to %d".formatted(key, nodes - 1));
      }
      return Long.parseLong(key);
    }

    void write(DatasetWriter writer) throws IOException {
      if (labels != null) {
        LabelRows.write(NpyArray.of(file, labels, NpyType.INT32, nodes, width), writer);
      }
    }
  }
}
