/**
 * Flat Parquet tables, read and written without any library: existing ones need Hadoop's classes
 * and share packages between jars, which the module path forbids.
 *
 * <p>{@link dev.atoll.formats.parquet.ParquetFile} draws the format and lists the parts that are
 * read.
 */
package dev.atoll.formats.parquet;
