/**
 * Tables of edges and nodes, in any file format.
 *
 * <p>A file of a table is a {@link dev.atoll.formats.table.TableFile}, whether CSV or Parquet; it
 * delivers rows of {@link dev.atoll.formats.table.TableCell}s to several threads. {@link
 * dev.atoll.formats.table.ColumnChoice} and {@link dev.atoll.formats.table.ColumnNames} determine
 * the use of every column: ids, weight, label, split or features. An {@link
 * dev.atoll.formats.table.EdgeTable} gives the edges, with node ids as users write them; {@link
 * dev.atoll.formats.table.TableGraph} assigns node numbers to these ids and builds the graph.
 * {@link dev.atoll.formats.table.UserIds} are the ids of a node table.
 *
 * <p>Subpackages: {@code nodes} reads node tables, {@code encode} makes features from columns. The
 * outcome of an import, classes included, does not depend on the number of threads.
 */
package dev.atoll.formats.table;
