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
public record EdgeParts(List<EdgeTable> parts) implements EdgeTable {
  public EdgeParts {
    parts = List.copyOf(parts);
    for (EdgeTable part : parts) {
      if (part.weighted() != parts.getFirst().weighted()) {
        throw BadDataException.at(
            part.plan().getFirst().table(),
            "%s column of weights, unlike %s; all files of a table need the same columns"
                .formatted(
                    part.weighted() ? "a" : "no", parts.getFirst().plan().getFirst().table()));
      }
    }
  }

  @Override
  public boolean numbers() {
    return parts.stream().allMatch(EdgeTable::numbers);
  }

  @Override
  public boolean weighted() {
    return parts.getFirst().weighted();
  }

  @Override
  public List<PlannedColumn> plan() {
    return parts.getFirst().plan();
  }

  @Override
  public List<String> notes() {
    return parts.stream().flatMap(part -> part.notes().stream()).toList();
  }

  @Override
  public boolean isEmpty() {
    return parts.stream().allMatch(EdgeTable::isEmpty);
  }

  @Override
  public List<EdgeTable> files() {
    return parts;
  }

  @Override
  public EdgeTable among(Predicate<String> isNode, UnknownRule unknown) throws IOException {
    List<EdgeTable> among = new ArrayList<>();
    for (EdgeTable part : parts) {
      among.add(part.among(isNode, unknown));
    }
    return new EdgeParts(among);
  }

  @Override
  public void collect(
      Supplier<? extends EdgeCollector> collectors, Supplier<ToLongFunction<IdCell>> resolvers)
      throws IOException {
    for (EdgeTable part : parts) {
      part.collect(collectors, resolvers);
    }
  }
}
