package dev.atoll.recipe.log;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows whose columns line up; numbers right-aligned, words left-aligned.
 *
 * <pre>{@code
 * Table.of("dataset", "nodes").row("cora", "2,708").row("citeseer", "3,327").lines()
 *   dataset   nodes
 *   cora      2,708
 *   citeseer  3,327
 * }</pre>
 */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();
  private final boolean titled;

  private Table(boolean titled) {
    this.titled = titled;
  }

  /** A table with column titles. */
  public static Table of(String... titles) {
    return new Table(true).row(titles);
  }

  /** A table of names and values, without titles. */
  public static Table untitled() {
    return new Table(false);
  }

  public Table row(String... elements) {
    rows.add(List.of(elements));
    return this;
  }

  /** The cells, the titles first; rows may be shorter than others. */
  public List<List<String>> cells() {
    return List.copyOf(rows);
  }

  public List<String> lines() {
    return lines(Integer.MAX_VALUE);
  }

  /**
   * The lines of a table, at most {@code width} characters long: long texts are wrapped within
   * their columns; if that is not enough, further columns follow below, after the first one again.
   */
  public List<String> lines(int width) {
    return new NarrowTable(rows, titled, width).lines();
  }

  /** Writes the lines at the width of the log. */
  public void show(RunLog log) {
    lines(log.width()).forEach(log::line);
  }
}
