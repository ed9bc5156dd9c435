package dev.atoll.cuda.driver;

import java.lang.foreign.MemorySegment;

/** A position in a stream, and the time at which the GPU got there, by its own clock. */
public final class TimeMark implements AutoCloseable {
  private final Stream stream;
  private final MemorySegment event;

  public TimeMark(Stream stream) {
    this.stream = stream;
    this.event = stream.newTimedEvent();
  }

  /** Moves the mark behind all that the stream was given until now. */
  public void set() {
    stream.record(event);
  }

  /** Seconds since an earlier mark of the same stream; both must have been reached. */
  public double secondsSince(TimeMark earlier) {
    return stream.seconds(earlier.event, event);
  }

  @Override
  public void close() {
    stream.close(event);
  }
}
