/**
 * Features out of the columns of tables: what a column holds ({@link
 * dev.atoll.formats.table.encode.ColumnProfile}), which encoder suits it ({@link
 * dev.atoll.formats.table.encode.Encoders}), and how each turns cells into numbers.
 */
package dev.atoll.formats.table.encode;
