package dev.atoll.formats.text;

import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;

/** The next field of a line, parsed when it is read. */
record CsvIdCell(Fields fields) implements IdCell {
  @Override
  public long number() {
    return fields.nextLong();
  }

  @Override
  public int find(TextIndex index) {
    fields.next();
    return index.find(fields.data(), fields.from(), fields.to());
  }

  @Override
  public int add(TextIndex index) {
    fields.next();
    return index.add(fields.data(), fields.from(), fields.to());
  }

  @Override
  public String text() {
    return fields.text();
  }

  @Override
  public BadDataException bad(String message) {
    return fields.badLine(message);
  }
}
