/**
 * Messages of a run: progress, remarks, tables, numbers with units. {@link
 * dev.atoll.recipe.log.RunLog} receives them; the command line shows them on a terminal.
 */
package dev.atoll.recipe.log;
