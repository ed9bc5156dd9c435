/**
 * Formats of others, each read by one {@link dev.atoll.graph.io.foreign.Importer} whose page draws
 * the files it expects. {@link dev.atoll.graph.io.foreign.Importers} chooses by name, or by what is
 * in a folder.
 */
package dev.atoll.graph.io.foreign;
