/**
 * Node tables in any file format.
 *
 * <p>A {@link dev.atoll.formats.table.nodes.NodeTable} joins several files with their own columns
 * into one table ({@code JoinedColumns}) and reads it in three passes: the first profiles the
 * columns, the second takes the ids in order, the third writes classes, roles in the split and
 * features on all cores. Equal rows of one id are merged, differing ones treated by {@link
 * dev.atoll.formats.table.nodes.DuplicateRule}. {@code SoleColumns} reports columns that determine
 * the class by themselves, as these are usually leaks. {@code SplitMaking} makes a split if the
 * table has none.
 */
package dev.atoll.formats.table.nodes;
