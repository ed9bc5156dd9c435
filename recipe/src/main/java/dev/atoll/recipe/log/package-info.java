/**
 * Messages of a run: progress, remarks, tables, numbers with units.
 *
 * <p>{@link dev.atoll.recipe.log.RunLog} receives them. The library passes messages to it and never
 * prints; the command line shows them on a terminal, a Java program supplies its own or {@code
 * SILENT}. {@link dev.atoll.recipe.log.Table} and {@link dev.atoll.recipe.log.Units} format the
 * figures, {@link dev.atoll.recipe.log.ErrorText} the errors.
 */
package dev.atoll.recipe.log;
