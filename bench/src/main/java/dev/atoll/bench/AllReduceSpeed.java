package dev.atoll.bench;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.comm.tcp.TcpSettings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The speed of all-reduce over loopback TCP, compared with plain sockets that move the same bytes.
 *
 * <p>Both are in bytes that one rank sends per second: an all-reduce of {@code b} bytes over {@code
 * n} ranks sends {@code 2·b·(n − 1)/n}, in both directions at once, and so do the plain sockets.
 * They are measured in turns; each figure is a median.
 *
 * @param ranks number of ranks
 * @param bytes length of the array
 * @param allReduce its median time, and the CPU time of all ranks
 * @param sockets the measurement of plain sockets that send and receive cached memory
 * @param socketsOfArray the measurement of plain sockets that send from the array and receive into
 *     it
 */
public record AllReduceSpeed(
    int ranks, long bytes, Timing allReduce, Timing sockets, Timing socketsOfArray) {
  /** Bytes that one rank sends. */
  private double sentBytes() {
    return 2.0 * bytes * (ranks - 1) / ranks;
  }

  /** Bytes that one rank sends per second. */
  public double bytesPerSecond(Timing of) {
    return sentBytes() / of.seconds();
  }

  /** The ratio to the speed of plain sockets. */
  public double share(Timing by) {
    return sockets.seconds() / by.seconds();
  }

  /** CPU seconds of all ranks per gigabyte sent. */
  public double cpuPerGigabyte(Timing of) {
    return of.cpuSeconds() / (sentBytes() * ranks) * 1e9;
  }

  /** Measures each in {@code turns} turns, after as many warm-up turns. */
  public static AllReduceSpeed measure(int ranks, long bytes, int turns)
      throws IOException, InterruptedException {
    var ours = new RankTiming(turns);
    var plain = new RankTiming(turns);
    var plainOfArray = new RankTiming(turns);
    try (PlainSockets sockets = PlainSockets.connect(ranks)) {
      ThreadRanks.run(
          connect(ranks),
          transport -> {
            try (Communicator all = Communicator.on(transport)) {
              MemorySegment floats = Arena.ofAuto().allocate(bytes, 64);
              long share = bytes / ranks;
              for (int turn = -turns; turn < turns; turn++) {
                ours.turn(turn, all, () -> all.allReduce(Purpose.GRADIENTS, floats));
                plain.turn(turn, all, () -> sockets.exchange(all.rank(), 2 * share));
                plainOfArray.turn(turn, all, () -> sockets.exchange(all.rank(), 2 * share, floats));
              }
            }
            return null;
          });
    }
    return new AllReduceSpeed(ranks, bytes, ours.median(), plain.median(), plainOfArray.median());
  }

  /** Creates ranks in this process that are joined by TCP. */
  static List<Transport> connect(int ranks) throws InterruptedException {
    RunIdentity run = RunIdentity.random(ranks);
    List<Endpoint> endpoints = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int rank = 0; rank < ranks; rank++) {
        endpoints.add(Endpoint.open(run, rank, TcpSettings.LOCAL));
      }
      List<InetSocketAddress> addresses = endpoints.stream().map(Endpoint::address).toList();
      List<Future<Transport>> joining = new ArrayList<>();
      for (Endpoint endpoint : endpoints) {
        joining.add(threads.submit(() -> endpoint.connect(addresses)));
      }
      List<Transport> transports = new ArrayList<>();
      for (Future<Transport> future : joining) {
        transports.add(future.get());
      }
      return transports;
    } catch (ExecutionException e) {
      throw new IllegalStateException("ranks of one process could not connect", e.getCause());
    } finally {
      endpoints.forEach(Endpoint::close);
    }
  }
}
