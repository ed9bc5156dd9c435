package dev.atoll.formats.text;

/** Whether the first line of a table names its columns. */
public enum HeaderRule {
  /** Recognised from the first lines. */
  AUTO,
  YES,
  NO
}
