package dev.atoll.graph.io.foreign;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.io.text.Fields;

/** The next field of a line, taken when it is looked at. */
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
