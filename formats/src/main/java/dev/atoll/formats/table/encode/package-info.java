/**
 * Features from the columns of tables: profiles of columns ({@link
 * dev.atoll.formats.table.encode.ColumnProfile}), which encoder suits it ({@link
 * dev.atoll.formats.table.encode.Encoders}), and how each turns cells into numbers.
 */
package dev.atoll.formats.table.encode;
