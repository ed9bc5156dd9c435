package dev.atoll.comm.tcp;

import dev.atoll.comm.Transport;
import dev.atoll.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Joins ranks of this process over TCP. */
public final class TcpRanks {
  private TcpRanks() {}

  /** The deadline of the settings begins to count once all ranks have joined. */
  public static List<Transport> join(int size, TcpSettings afterwards) {
    TcpSettings settings = afterwards.withLimits(afterwards.limits().withDeadline(Await.MOST));
    RunIdentity run = RunIdentity.random(size);
    try (Rendezvous rendezvous = Rendezvous.open(run, settings);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Transport>> joining = new ArrayList<>();
      for (int rank = 0; rank < size; rank++) {
        int self = rank;
        joining.add(
            threads.submit(
                () -> {
                  try (Endpoint endpoint = Endpoint.open(run, self, settings)) {
                    return endpoint.join(rendezvous.address(), afterwards);
                  }
                }));
      }
      return joining.stream().map(TcpRanks::get).toList();
    }
  }

  private static Transport get(Future<Transport> joining) {
    try {
      return joining.get();
    } catch (Exception e) {
      throw new AssertionError("a rank could not join", e);
    }
  }
}
