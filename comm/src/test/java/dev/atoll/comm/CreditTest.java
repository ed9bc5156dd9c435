package dev.atoll.comm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class CreditTest {
  /** A time longer than a test may take: a waiter that is not woken fails the test. */
  private static final long LONG = TimeUnit.MINUTES.toNanos(10);

  private final Credit credit = new Credit(10);

  @Test
  void anyAmountIsGrantedBelowTheBoundAndNoneAtIt() throws Exception {
    assertTrue(credit.take(9, 0));
    assertTrue(credit.take(1, 0), "9 of 10 are taken");
    assertFalse(credit.take(1, 0), "10 of 10 are taken");
    assertFalse(credit.take(1, 1), "nothing was released in time");
    credit.release(1);
    assertTrue(credit.take(1000, 0), "more than the bound, alone");
    assertFalse(credit.take(0, 0));
    credit.release(1000);
    assertTrue(credit.take(1, 0));
    assertFalse(credit.take(1, 0));
  }

  @Test
  void whatIsGivenBackWakesTheOneThatWaits() throws Exception {
    assertTrue(credit.take(10, 0));
    var waiting = waiting();
    credit.release(10);
    assertTrue(waiting.get());
  }

  @Test
  void onceOpenEverythingIsGranted() throws Exception {
    assertTrue(credit.take(10, 0));
    var waiting = waiting();
    credit.open();
    assertTrue(waiting.get());
    assertTrue(credit.take(1, 0));
  }

  /** The answer to a thread that waits by now. */
  private CompletableFuture<Boolean> waiting() throws Exception {
    var granted = new CompletableFuture<Boolean>();
    Thread thread = Thread.ofPlatform().daemon().start(() -> granted.complete(take()));
    Await.blocked(List.of(thread));
    return granted;
  }

  private boolean take() {
    try {
      return credit.take(1, LONG);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
