package dev.atoll.comm;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A reply that may still be in flight. Closing it returns its memory, or abandons it. */
public final class Reply implements AutoCloseable {
  private final Transport transport;
  private final int peer;
  private final String asked;
  private final CompletableFuture<Message> arrival = new CompletableFuture<>();

  Reply(Transport transport, int peer, String asked) {
    this.transport = transport;
    this.peer = peer;
    this.asked = asked;
  }

  /** Whether {@link #await()} returns at once. */
  public boolean arrived() {
    return arrival.isDone();
  }

  /**
   * Waits for the answer, which is valid until {@link #close()}.
   *
   * @throws PeerException when the handler failed, the peer ended, or no answer arrived in time
   */
  public MemorySegment await() {
    return arrived() ? awaitHere() : SchedulingContext.await(this::awaitHere);
  }

  private MemorySegment awaitHere() {
    int self = transport.rank();
    Duration deadline = transport.limits().deadline();
    try (Transport.Expectation _ = transport.expect(peer)) {
      return arrival.get(deadline.toNanos(), TimeUnit.NANOSECONDS).payload();
    } catch (ExecutionException e) {
      PeerException why = (PeerException) e.getCause();
      throw why.seenBy(self, "waiting for %s from rank %d".formatted(asked, peer));
    } catch (TimeoutException e) {
      throw PeerException.late(self, peer, asked, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(self, "%s from rank %d".formatted(asked, peer), e);
    }
  }

  Requests.Receiver receiver() {
    return new Requests.Receiver() {
      @Override
      public boolean take(int part, Message message) {
        if (!arrival.complete(message)) {
          message.close();
        }
        return true;
      }

      @Override
      public void fail(PeerException why) {
        arrival.completeExceptionally(why);
      }
    };
  }

  @Override
  public void close() {
    if (!arrival.cancel(false) && !arrival.isCompletedExceptionally()) {
      arrival.join().close();
    }
  }
}
