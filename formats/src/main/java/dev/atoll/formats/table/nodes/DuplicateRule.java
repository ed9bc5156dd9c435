package dev.atoll.formats.table.nodes;

/**
 * The treatment of rows of a node table that have the same id and differ; equal rows are merged.
 */
public enum DuplicateRule {
  /** An error. */
  REFUSE,
  /** The first row stays. */
  FIRST,
  /** The last row stays. */
  LAST
}
