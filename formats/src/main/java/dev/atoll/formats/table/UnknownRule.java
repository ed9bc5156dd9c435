package dev.atoll.formats.table;

/** The treatment of edges to ids that are not in the node table. */
public enum UnknownRule {
  /** An error. */
  REFUSE,
  /** Such edges are left out. */
  DROP,
  /** Such ids become nodes without features, labels and roles. */
  CREATE
}
