/**
 * Tables of edges and nodes, in any file format: which columns have which use, node ids as users
 * write them, classes and splits, and the graph they make.
 */
package dev.atoll.formats.table;
