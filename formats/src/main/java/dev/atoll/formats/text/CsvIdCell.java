package dev.atoll.formats.text;

import dev.atoll.formats.table.IdCell;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;

/**
 * The next field of a line, parsed when it is read.
 *
 * @param column its name, for messages
 */
record CsvIdCell(Fields fields, String column) implements IdCell {
  @Override
  public long number() {
    try {
      return fields.nextLong();
    } catch (BadDataException e) {
      throw new BadDataException(
          "%s (column '%s'); %s reads all ids as text"
              .formatted(e.getMessage(), column, Choice.TEXT_IDS.text()),
          e);
    }
  }

  @Override
  public boolean isPadded() {
    return fields.isPadded();
  }

  @Override
  public int find(TextIndex index) {
    next();
    return index.find(fields.data(), fields.from(), fields.to());
  }

  @Override
  public int add(TextIndex index) {
    next();
    return index.add(fields.data(), fields.from(), fields.to());
  }

  private void next() {
    fields.next();
    if (fields.from() == fields.to()) {
      throw bad("column '%s' is empty; every edge needs two ids".formatted(column));
    }
  }

  @Override
  public String text() {
    return fields.text();
  }

  @Override
  public long place() {
    return fields.line();
  }

  @Override
  public BadDataException bad(String message) {
    return fields.badLine(message);
  }
}
