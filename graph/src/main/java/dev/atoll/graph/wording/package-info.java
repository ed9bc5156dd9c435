/**
 * The words of messages that depend on the reader: a Java user states a {@link
 * dev.atoll.graph.wording.Choice} in a record, a user of the command line by an option.
 */
package dev.atoll.graph.wording;
