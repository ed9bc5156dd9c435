package dev.atoll.comm.tcp;

import java.io.IOException;

/** Bytes came that are not those that were sent. */
final class CorruptFrameException extends IOException {
  private static final long serialVersionUID = 1;

  CorruptFrameException(String message) {
    super(message);
  }
}
