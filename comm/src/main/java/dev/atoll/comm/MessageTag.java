package dev.atoll.comm;

/**
 * An ordered stream of messages between two ranks: messages of one tag arrive in the order in which
 * they were sent, messages of different tags never wait for each other.
 *
 * <p>Streams from 0 on are for applications; negative ones are reserved for {@link Communicator}
 * and {@link Requests}. A transport keeps a little state per tag for its whole life, so streams are
 * numbered by role (layer, direction), not by step.
 */
public record MessageTag(Purpose purpose, int stream) {
  @Override
  public String toString() {
    return purpose.label() + "/" + stream;
  }
}
