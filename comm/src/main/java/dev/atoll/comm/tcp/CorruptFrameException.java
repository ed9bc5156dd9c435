package dev.atoll.comm.tcp;

import java.io.IOException;

/** The bytes received differ from those sent. */
final class CorruptFrameException extends IOException {
  private static final long serialVersionUID = 1;

  CorruptFrameException(String message) {
    super(message);
  }
}
