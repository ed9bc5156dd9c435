package dev.atoll.cuda.driver;

import java.lang.foreign.MemorySegment;

/** A position in a stream that other streams wait for. */
public final class StreamMark implements AutoCloseable {
  private final Stream stream;
  private final MemorySegment event;
  private boolean isSet;

  public StreamMark(Stream stream) {
    this.stream = stream;
    this.event = stream.newEvent();
  }

  /** Moves the mark behind all that the stream was given until now. */
  public void set() {
    stream.record(event);
    isSet = true;
  }

  /** Makes a stream wait until the mark is reached; for nothing, before it was set. */
  public void makeWait(Stream other) {
    if (isSet) {
      other.waitFor(event);
    }
  }

  /** Waits until the mark is reached; for nothing, before it was set. */
  public void await() {
    if (isSet) {
      stream.await(event);
    }
  }

  @Override
  public void close() {
    stream.close(event);
  }
}
