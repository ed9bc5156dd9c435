/**
 * Node tables in any file format: several files with their own columns become one table ({@link
 * dev.atoll.formats.table.nodes.JoinedColumns}), which is profiled, planned and written as ids,
 * classes, roles and features ({@link dev.atoll.formats.table.nodes.NodeTable}).
 */
package dev.atoll.formats.table.nodes;
