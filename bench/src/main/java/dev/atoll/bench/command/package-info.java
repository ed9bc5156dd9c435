/**
 * The commands of {@code atoll bench}, one file each.
 *
 * <p>{@link dev.atoll.bench.command.BenchCommands} registers {@code bench} with the program, which
 * finds it as a service. A command reads its options ({@code BenchGraph} and {@code BenchRuns} are
 * shared), runs the benchmark of a neighbouring package and shows its figures as a table or JSON.
 */
package dev.atoll.bench.command;
