package dev.atoll.formats.table;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The columns of a table, found by the user's names or by common names. */
public record TableColumns(String place, List<String> names) {
  /** The index of a column; −1 if the user did not name it and no column has a usual name. */
  public int find(Optional<String> wanted, Set<String> usual) {
    if (wanted.isPresent()) {
      return named(wanted.get());
    }
    for (int i = 0; i < names.size(); i++) {
      if (usual.contains(names.get(i).toLowerCase(Locale.ROOT))) {
        return i;
      }
    }
    return -1;
  }

  /** The index of a column given by name, or by number from 1. */
  public int named(String wanted) {
    int byName = names.indexOf(wanted);
    if (byName >= 0) {
      return byName;
    }
    if (wanted.matches("[0-9]{1,6}")
        && Integer.parseInt(wanted) >= 1
        && Integer.parseInt(wanted) <= names.size()) {
      return Integer.parseInt(wanted) - 1;
    }
    throw BadDataException.at(place, Suggestion.unknown("column", wanted, names));
  }

  /** The indices of the given columns, or of all columns without another use. */
  public List<Integer> features(List<String> wanted, int... used) {
    List<Integer> found = new ArrayList<>();
    for (String name : wanted) {
      found.add(named(name));
    }
    for (int i = 0; i < names.size() && wanted.isEmpty(); i++) {
      boolean taken = false;
      for (int other : used) {
        taken |= other == i;
      }
      if (!taken) {
        found.add(i);
      }
    }
    return found;
  }
}
