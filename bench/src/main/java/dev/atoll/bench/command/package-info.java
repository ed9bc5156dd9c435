/** The commands of {@code atoll bench}. */
package dev.atoll.bench.command;
