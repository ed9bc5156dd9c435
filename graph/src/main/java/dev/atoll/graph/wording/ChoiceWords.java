package dev.atoll.graph.wording;

/** A service that names choices in the words of a user interface, such as the command line. */
public interface ChoiceWords {
  /** The name of a choice, a format of the same values as {@link Choice#text}. */
  String of(Choice choice);
}
