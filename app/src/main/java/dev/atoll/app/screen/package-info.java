/**
 * Terminal output: progress bars, lines, tables. Results go to standard output, all else to
 * standard error, so that a pipe gets results only.
 */
package dev.atoll.app.screen;
