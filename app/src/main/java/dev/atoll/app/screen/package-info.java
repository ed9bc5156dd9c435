/**
 * Terminal output: progress bars, remarks, tables and log files.
 *
 * <p>{@link dev.atoll.app.screen.Screen} is the entry, which every command receives. Results go to
 * standard output, everything else to standard error, so that a pipe carries only results. Progress
 * is a redrawn line on a terminal and plain lines elsewhere; {@link dev.atoll.app.screen.LogFormat}
 * can make both JSON.
 */
package dev.atoll.app.screen;
