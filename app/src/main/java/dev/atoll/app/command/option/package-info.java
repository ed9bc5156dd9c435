/**
 * Options that several commands share, as picocli mixins.
 *
 * <p>A class here declares the options of one topic, checks their form and returns settings or
 * values; {@link dev.atoll.app.command.option.SettingsOptions} serves {@code train}, {@link
 * dev.atoll.app.command.option.RunOptions} the commands on finished runs. The settings themselves
 * are checked in module {@code recipe}. {@link dev.atoll.app.command.option.OptionHeadings} groups
 * all options of a command in its {@code --help}.
 */
package dev.atoll.app.command.option;
