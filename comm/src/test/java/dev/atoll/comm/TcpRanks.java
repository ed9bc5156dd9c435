package dev.atoll.comm;

import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.Rendezvous;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.comm.tcp.TcpSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Joins ranks of this process over TCP. */
final class TcpRanks {
  private TcpRanks() {}

  static List<Transport> join(int size, TcpSettings settings) {
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
                    return endpoint.join(rendezvous.address());
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
