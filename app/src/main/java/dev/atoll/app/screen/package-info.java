/**
 * Terminal output: progress bars, lines, tables. Results go to standard output, everything else to
 * standard error, so that a pipe carries only results.
 */
package dev.atoll.app.screen;
