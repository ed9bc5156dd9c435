/**
 * Text files, parsed in parallel and without intermediate strings.
 *
 * <p>A {@link dev.atoll.formats.text.TextFile}, plain or {@code .gz}, is read in blocks of whole
 * lines; each block is parsed by one thread through {@link dev.atoll.formats.text.Fields}, which
 * reads numbers and texts from its bytes. The {@link dev.atoll.formats.text.Dialect} (delimiter,
 * comments, header) is detected from the first lines. Blocks do not depend on the number of
 * threads, and an error is always that of the first bad line.
 */
package dev.atoll.formats.text;
