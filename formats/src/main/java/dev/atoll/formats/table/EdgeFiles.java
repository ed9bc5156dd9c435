package dev.atoll.formats.table;

import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** An edge table in several files, one after the other. */
public record EdgeFiles(List<EdgeTable> files) implements EdgeTable {
  public EdgeFiles {
    files = List.copyOf(files);
    for (EdgeTable file : files) {
      if (file.weighted() != files.getFirst().weighted()) {
        throw BadDataException.at(
            file.plan().getFirst().table(),
            "%s column of weights, unlike %s; all files of a table need the same columns"
                .formatted(
                    file.weighted() ? "a" : "no", files.getFirst().plan().getFirst().table()));
      }
    }
  }

  @Override
  public boolean numbers() {
    return files.stream().allMatch(EdgeTable::numbers);
  }

  @Override
  public boolean weighted() {
    return files.getFirst().weighted();
  }

  @Override
  public List<PlannedColumn> plan() {
    return files.getFirst().plan();
  }

  @Override
  public List<String> notes() {
    return files.stream().flatMap(file -> file.notes().stream()).toList();
  }

  @Override
  public boolean isEmpty() {
    return files.stream().allMatch(EdgeTable::isEmpty);
  }

  @Override
  public EdgeTable among(Predicate<String> isNode, UnknownRule unknown) throws IOException {
    List<EdgeTable> among = new ArrayList<>();
    for (EdgeTable file : files) {
      among.add(file.among(isNode, unknown));
    }
    return new EdgeFiles(among);
  }

  @Override
  public void collect(
      Supplier<? extends EdgeCollector> collectors, Supplier<ToLongFunction<IdCell>> resolvers)
      throws IOException {
    for (EdgeTable file : files) {
      file.collect(collectors, resolvers);
    }
  }
}
