package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.ColumnNames;
import dev.atoll.formats.table.TableColumns;
import dev.atoll.formats.table.TableFile;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The union of the columns of several files: columns of equal names are one, and a file without a
 * column has only missing values in it. The id may have another name in each file.
 *
 * @param names of all columns
 * @param places indices of each file's columns among them
 * @param label index of the label column, −1 if absent
 * @param split index of the split column, −1 if absent
 */
record JoinedColumns(
    List<String> names, List<int[]> places, int id, int label, int split, List<Integer> features) {
  /**
   * @param taken columns that are features by their names, whatever else the names may mean
   */
  static JoinedColumns of(List<TableFile> files, ColumnChoice wanted, Set<String> taken) {
    List<String> names = new ArrayList<>();
    List<int[]> places = new ArrayList<>();
    int[] ids = idColumns(files, wanted.id());
    int id = -1;
    for (int p = 0; p < files.size(); p++) {
      List<String> own = files.get(p).columns();
      int[] place = new int[own.size()];
      for (int i = 0; i < place.length; i++) {
        boolean isId = i == ids[p];
        int known = isId ? id : names.indexOf(own.get(i));
        if (known < 0 || (!isId && known == id)) {
          known = names.size();
          names.add(own.get(i));
        }
        id = isId ? known : id;
        place[i] = known;
      }
      requireDistinct(files.get(p));
      places.add(place);
    }
    var columns = new TableColumns(files.getFirst().origin(), List.copyOf(names));
    int label = role(columns, wanted.label(), List.of(Set.of("label"), ColumnNames.LABEL), taken);
    int split = role(columns, wanted.split(), List.of(ColumnNames.SPLIT), taken);
    List<Integer> features = columns.features(wanted.features(), id, label, split);
    return new JoinedColumns(columns.names(), places, id, label, split, features);
  }

  /** The column that the user names, or one of a usual name, the most telling names first. */
  private static int role(
      TableColumns columns,
      Optional<String> wanted,
      List<Set<String>> usual,
      Set<String> features) {
    for (Set<String> names : usual) {
      int found = columns.find(wanted, names);
      if (found >= 0 && (wanted.isPresent() || !features.contains(columns.names().get(found)))) {
        return found;
      }
    }
    return -1;
  }

  private static void requireDistinct(TableFile file) {
    Set<String> seen = new java.util.HashSet<>();
    for (String name : file.columns()) {
      if (!seen.add(name)) {
        throw BadDataException.at(
            file.origin(), "two columns are called '%s'; rename one of them".formatted(name));
      }
    }
  }

  private static int[] idColumns(List<TableFile> files, Optional<String> wanted) {
    int[] ids = files.stream().mapToInt(file -> idColumn(file, wanted)).toArray();
    if (wanted.isPresent() && files.stream().noneMatch(file -> has(file, wanted.get()))) {
      throw BadDataException.at(
          files.getFirst().origin(),
          Suggestion.unknown("column", wanted.get(), files.getFirst().columns()));
    }
    for (int p = 0; p < ids.length; p++) {
      if (ids[p] < 0) {
        throw BadDataException.at(
            files.get(p).origin(),
            "no id among the columns %s; %s names the id column"
                .formatted(files.get(p).columns(), Choice.ID.text()));
      }
    }
    return ids;
  }

  private static boolean has(TableFile file, String wanted) {
    return file.columns().contains(wanted)
        || (wanted.matches("[1-9][0-9]{0,5}") && Integer.parseInt(wanted) <= file.columns().size());
  }

  private static int idColumn(TableFile file, Optional<String> wanted) {
    var columns = new TableColumns(file.origin(), file.columns());
    if (wanted.isPresent() && has(file, wanted.get())) {
      return columns.named(wanted.get());
    }
    int usual = columns.find(Optional.empty(), ColumnNames.ID);
    if (usual >= 0 || !file.named()) {
      return Math.max(usual, 0);
    }
    boolean first = file.columns().getFirst().toLowerCase(Locale.ROOT).endsWith("_id");
    return first ? 0 : -1;
  }

  /** The index of a column in a file; −1 if the file does not have it. */
  int in(int file, int column) {
    int[] place = places.get(file);
    return IntStream.range(0, place.length).filter(i -> place[i] == column).findFirst().orElse(-1);
  }

  /** The first file that has a column. */
  int firstWith(int column) {
    return IntStream.range(0, places.size())
        .filter(file -> in(file, column) >= 0)
        .findFirst()
        .orElseThrow();
  }

  /** The files that lack a column. */
  List<Integer> filesWithout(int column) {
    return IntStream.range(0, places.size()).filter(file -> in(file, column) < 0).boxed().toList();
  }
}
