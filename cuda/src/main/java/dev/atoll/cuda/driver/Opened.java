package dev.atoll.cuda.driver;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Resources of an object, in the order in which it opened them. They are closed together, the last
 * one first, each one even if another fails to close. The owner's constructor closes them if it
 * fails half-way.
 *
 * <pre>{@code
 * try {
 *   stream = opened.add(new Stream(gpu), Stream::close);
 *   staging = opened.add(new Staging(gpu, stream), Staging::close);
 * } catch (RuntimeException | Error e) {
 *   throw opened.closeAfter(e);
 * }
 * }</pre>
 */
public final class Opened implements AutoCloseable {
  private final ArrayDeque<Runnable> closings = new ArrayDeque<>();

  public Opened() {}

  /**
   * Takes over a resource and returns it.
   *
   * @param closing such as {@code Stream::close}
   */
  public <T> T add(T resource, Consumer<T> closing) {
    closings.push(() -> closing.accept(resource));
    return resource;
  }

  /**
   * Closes all because something failed; further failures are added to that one.
   *
   * @return the failure, to be thrown; an error is thrown here
   */
  public RuntimeException closeAfter(Throwable failure) {
    while (!closings.isEmpty()) {
      try {
        closings.pop().run();
      } catch (RuntimeException | Error e) {
        failure.addSuppressed(e);
      }
    }
    return failure instanceof RuntimeException e ? e : raise((Error) failure);
  }

  private static RuntimeException raise(Error failure) {
    throw failure;
  }

  /** Closes all; the first failure is thrown when everything is closed. */
  @Override
  public void close() {
    while (!closings.isEmpty()) {
      try {
        closings.pop().run();
      } catch (RuntimeException | Error e) {
        throw closeAfter(e);
      }
    }
  }
}
