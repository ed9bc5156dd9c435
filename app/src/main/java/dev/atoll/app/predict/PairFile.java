package dev.atoll.app.predict;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.Utf8File;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Pairs of nodes to be scored: a CSV file, one pair a line, in the user's own ids.
 *
 * <pre>
 *   head,tail          or head,tail,relation where links have relations; a header is optional
 *   17,42
 * </pre>
 */
public final class PairFile {
  private static final String HEADER = "head,tail";

  private final List<String> lines;
  private final int[] heads;
  private final int[] tails;
  private final int[] relations;

  private PairFile(List<String> lines, int[] heads, int[] tails, int[] relations) {
    this.lines = lines;
    this.heads = heads;
    this.tails = tails;
    this.relations = relations;
  }

  public int[] heads() {
    return heads;
  }

  public int[] tails() {
    return tails;
  }

  public int[] relations() {
    return relations;
  }

  /** Reads the pairs; an error names the first bad line. */
  public static PairFile read(Path file, Dataset dataset) throws IOException {
    List<String> all = Utf8File.lines(file);
    int header = !all.isEmpty() && all.getFirst().startsWith(HEADER) ? 1 : 0;
    List<String> lines = all.subList(header, all.size());
    int[] heads = new int[lines.size()];
    int[] tails = new int[lines.size()];
    int[] relations = new int[lines.size()];
    int kinds = dataset.links().map(links -> links.relationCount()).orElse(1);
    Map<String, Integer> nodes = names(dataset);
    for (int i = 0; i < heads.length; i++) {
      String place = file + ": line " + (i + header + 1);
      String[] cells = lines.get(i).split(",", -1);
      if (cells.length != 2 && cells.length != 3) {
        throw BadDataException.at(
            place, "'%s': expected head,tail or head,tail,relation".formatted(lines.get(i)));
      }
      heads[i] = node(cells[0].strip(), nodes, place);
      tails[i] = node(cells[1].strip(), nodes, place);
      relations[i] = cells.length == 3 ? relation(cells[2].strip(), kinds, place) : 0;
    }
    return new PairFile(List.copyOf(lines), heads, tails, relations);
  }

  private static Map<String, Integer> names(Dataset dataset) {
    var names = new HashMap<String, Integer>();
    for (int node = 0; node < dataset.graph().nodeCount(); node++) {
      names.put(dataset.id(node), node);
    }
    return names;
  }

  private static int node(String name, Map<String, Integer> nodes, String place) {
    Integer node = nodes.get(name);
    if (node == null) {
      throw BadDataException.at(place, "there is no node '%s'".formatted(name));
    }
    return node;
  }

  private static int relation(String text, int kinds, String place) {
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) >= kinds) {
      throw BadDataException.at(
          place, "relation '%s': expected 0 to %d".formatted(text, kinds - 1));
    }
    return Integer.parseInt(text);
  }

  /**
   * Writes every pair with its scores.
   *
   * @param scores as many for each pair, pair after pair
   */
  public void write(Path file, float[] scores) throws IOException {
    int width = heads.length == 0 ? 1 : scores.length / heads.length;
    int cells = lines.stream().mapToInt(line -> line.split(",", -1).length).max().orElse(2);
    String columns =
        width == 1
            ? "score"
            : String.join(",", IntStream.range(0, width).mapToObj(k -> "score" + k).toList());
    AtomicFile.write(
        file,
        beside -> {
          try (BufferedWriter out = Files.newBufferedWriter(beside)) {
            out.write(HEADER + (cells == 3 ? ",relation," : ",") + columns + "\n");
            for (int i = 0; i < heads.length; i++) {
              out.write(lines.get(i));
              for (int k = 0; k < width; k++) {
                out.write("," + scores[i * width + k]);
              }
              out.write('\n');
            }
          }
        });
  }
}
