/**
 * The words of messages that depend on the reader: a Java user states a {@link
 * dev.atoll.graph.wording.Choice} in a record, a user of the command line by an option. Names that
 * are not known come with a {@link dev.atoll.graph.wording.Suggestion}.
 */
package dev.atoll.graph.wording;
