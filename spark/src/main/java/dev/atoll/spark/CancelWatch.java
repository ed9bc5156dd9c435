package dev.atoll.spark;

import dev.atoll.comm.Transport;
import org.apache.spark.TaskContext;

/** Interrupts a worker's waits when Spark cancels its task; Spark itself only sets a flag. */
final class CancelWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;

  private final Thread thread;

  CancelWatch(TaskContext context, Transport transport) {
    thread =
        Thread.ofVirtual()
            .name("cancel-watch-" + transport.rank())
            .start(() -> watch(context, transport));
  }

  private static void watch(TaskContext context, Transport transport) {
    try {
      while (!context.isInterrupted()) {
        Thread.sleep(LOOK_MILLIS);
      }
      transport.fail(new IllegalStateException("the Spark job was cancelled"));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the worker is done
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
