/** Groups of options that several commands share. */
package dev.atoll.app.command.option;
