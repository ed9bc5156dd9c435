/**
 * The commands, one file each. A command reads its options, calls the rooms below and says what
 * came out; {@link dev.atoll.app.command.Commands} joins them, {@link
 * dev.atoll.app.command.CommandErrors} turns errors into messages and exit codes.
 */
package dev.atoll.app.command;
