/** The commands of {@code atoll bench}. */
package dev.atoll.app.command.bench;
