/** Edges of an import on disk, between reading a file and building a graph from it. */
package dev.atoll.formats.spool;
