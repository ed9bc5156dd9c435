package dev.atoll.comm;

import java.util.Locale;

/** The purposes of bytes between ranks; each is counted separately. */
public enum Purpose {
  /** Rows of input features or embeddings from the store. */
  FEATURES(0),
  /** Embeddings of boundary nodes, and their gradients. */
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

  /** The number on the wire and in tables, from 0; {@link #of} is the inverse. */
  public int number() {
    return number;
  }

  /** The purpose with that number. */
  public static Purpose of(int number) {
    return ALL[number];
  }

  /** The number of purposes. */
  public static int count() {
    return ALL.length;
  }

  /** The name that users see, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
