/**
 * Importers of foreign formats.
 *
 * <p>Each format is read by one {@link dev.atoll.formats.importer.Importer}, whose class
 * documentation shows the expected files: {@code PlanetoidImporter}, {@code OgbImporter}, {@code
 * GraphBoltImporter}, {@code TableImporter} and others. {@link
 * dev.atoll.formats.importer.Importers} selects the importer by name or by the files of a folder,
 * applies the {@link dev.atoll.formats.importer.ImportOptions}, and writes a dataset folder that is
 * complete or does not appear. Data that cannot be used is a {@link
 * dev.atoll.graph.BadDataException} that names file and line.
 */
package dev.atoll.formats.importer;
