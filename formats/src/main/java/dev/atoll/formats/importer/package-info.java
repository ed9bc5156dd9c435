/**
 * Foreign formats, each read by one {@link dev.atoll.formats.importer.Importer} whose page draws
 * the files it expects. {@link dev.atoll.formats.importer.Importers} chooses by name, or by what is
 * in a folder.
 */
package dev.atoll.formats.importer;
