/**
 * Dataset folders: NumPy arrays and their description ({@link
 * dev.atoll.formats.dataset.DatasetFolder}). {@link dev.atoll.formats.dataset.DatasetCatalog} finds
 * them by name, {@link dev.atoll.formats.dataset.DatasetWriter} writes them, complete or not at
 * all.
 */
package dev.atoll.formats.dataset;
