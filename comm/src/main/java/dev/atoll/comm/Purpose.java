package dev.atoll.comm;

import java.util.Locale;

/** What bytes between ranks are for; each purpose is counted apart. */
public enum Purpose {
  /** Rows of input features or embeddings from the store. */
  FEATURES(0),
  /** Hidden rows of boundary nodes, and their gradients. */
  BOUNDARY(1),
  /** Gradients of the model's parameters. */
  GRADIENTS(2),
  /** Seeds, neighbours and other topology. */
  SAMPLING(3),
  /** Everything else: barriers, scores, settings. */
  CONTROL(4);

  private static final Purpose[] ALL = values();

  private final int number;

  Purpose(int number) {
    this.number = number;
  }

  /** Its number on the wire and in tables, from 0; {@link #of} is the way back. */
  public int number() {
    return number;
  }

  /** The purpose of that number. */
  public static Purpose of(int number) {
    return ALL[number];
  }

  /** How many there are. */
  public static int count() {
    return ALL.length;
  }

  /** As users read it, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
