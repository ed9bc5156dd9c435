/**
 * Features from the columns of tables.
 *
 * <p>A first pass over a table makes a {@link dev.atoll.formats.table.encode.ColumnProfile} of
 * every column: its numbers of cells by kind and its distinct values. {@link
 * dev.atoll.formats.table.encode.Encoders} chooses an {@link
 * dev.atoll.formats.table.encode.Encoder} by the profile, unless the user's {@link
 * dev.atoll.formats.table.encode.EncoderChoice} names one: numbers are standardised or kept,
 * categories become one column each (one-hot) or are hashed, lists of numbers are copied. A second
 * pass writes the features, by several threads. The encoding of a column, with its statistics, is
 * stored with the dataset ({@link dev.atoll.graph.EncodedColumn}), so that later tables can be
 * encoded equally.
 */
package dev.atoll.formats.table.encode;
