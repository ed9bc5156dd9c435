package dev.atoll.comm.tcp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The bytes of a socket, all of which must arrive within a time. */
final class TimedInput extends FilterInputStream {
  private final Socket socket;
  private final LongSupplier nanoTime;
  private final long until;

  TimedInput(Socket socket, Duration time) throws IOException {
    this(socket, time, System::nanoTime);
  }

  TimedInput(Socket socket, Duration time, LongSupplier nanoTime) throws IOException {
    super(socket.getInputStream());
    this.socket = socket;
    this.nanoTime = nanoTime;
    until = nanoTime.getAsLong() + time.toNanos();
  }

  @Override
  public int read() throws IOException {
    limit();
    return super.read();
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    limit();
    return super.read(bytes, from, count);
  }

  /** The next read may wait for the rest of the time. */
  private void limit() throws IOException {
    long millis = (until - nanoTime.getAsLong()) / 1_000_000;
    if (millis <= 0) {
      throw new SocketTimeoutException("it took too long");
    }
    socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
  }
}
