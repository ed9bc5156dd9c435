/**
 * The commands, one file each. A command reads its options, calls the modules below and shows the
 * result; {@link dev.atoll.app.command.Commands} joins them, {@link
 * dev.atoll.app.command.CommandErrors} turns errors into messages and exit codes.
 */
package dev.atoll.app.command;
