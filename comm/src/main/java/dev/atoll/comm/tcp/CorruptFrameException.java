package dev.atoll.comm.tcp;

import java.io.IOException;

/** Thrown if the bytes received differ from the bytes sent. */
final class CorruptFrameException extends IOException {
  private static final long serialVersionUID = 1;

  CorruptFrameException(String message) {
    super(message);
  }
}
