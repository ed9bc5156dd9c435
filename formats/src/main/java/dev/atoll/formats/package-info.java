/**
 * Files of graphs: every byte that Atoll reads from or writes to disk about a graph.
 *
 * <pre>
 *   dataset    folders of datasets: found by name, opened, validated, written
 *   npy        arrays of NumPy
 *   array      arrays as others write them; checks of elements
 *   shard      folders of shards; files that assign nodes to parts
 *   importer   one importer per foreign format
 *   table      tables of edges and nodes: ids, columns, classes
 *   text       CSV files            parquet    Parquet files
 *   spool      edges on disk        pickle     Python's pickles, as data only
 * </pre>
 *
 * <p>This package has what all of them share: a folder that appears complete or not at all, JSON
 * files, names, and the sizes that data may claim.
 *
 * <p>Unreadable data is a {@link dev.atoll.graph.BadDataException} that names file and row; a
 * failure of the machine (a full disk, no permission) is an {@link java.io.IOException}.
 */
package dev.atoll.formats;
