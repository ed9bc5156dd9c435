package dev.atoll.train.worker;

import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Resources that are closed together: the last one opened first, and every one even when another
 * fails to close.
 *
 * <pre>{@code
 * var opened = new Resources();
 * try {
 *   var memory = opened.add(new DeviceMemory(backend));
 *   …
 * } catch (RuntimeException | Error e) {
 *   opened.closeAfter(e);
 *   throw e;
 * }
 * }</pre>
 */
public final class Resources implements AutoCloseable {
  private final ConcurrentLinkedDeque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();

  /** Takes over a resource and returns it. */
  public <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Closes all because something failed; further failures are added to that one. */
  public void closeAfter(Throwable failure) {
    for (AutoCloseable resource; (resource = opened.poll()) != null; ) {
      try {
        resource.close();
      } catch (Exception | Error e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** Closes all; the first failure is thrown when everything is closed. */
  @Override
  public void close() {
    Throwable failure = null;
    for (AutoCloseable resource; (resource = opened.poll()) != null; ) {
      try {
        resource.close();
      } catch (Exception | Error e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException("could not close: " + failure, failure);
    }
  }
}
