package dev.atoll.train.store;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.testkit.Await;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Three ranks with the rows of {@link FeatureStoreContract}; the second owns none. */
public final class StoreRanks {
  private static final Limits LIMITS = Limits.DEFAULT.withDeadline(Await.MOST);
  private static final PartitionBook BOOK = PartitionBook.ofFirstNodes(List.of(0L, 40L, 40L, 100L));

  private StoreRanks() {}

  /** The degree of a node. */
  public static int degree(int node) {
    return node % 5 + 1;
  }

  /** A use of a rank's store. */
  @FunctionalInterface
  public interface Body {
    void accept(ShardedStore store, OwnedRows own, Arena memory);
  }

  /**
   * Runs a test on every rank.
   *
   * @param inPlace whether ranks read each other's memory
   */
  public static void run(boolean inPlace, Body body) {
    run(LocalTransport.group(BOOK.parts(), LIMITS), inPlace, body);
  }

  /** Runs a test on every rank, with TCP between them. */
  public static void runOverTcp(Body body) {
    run(overTcp(BOOK.parts()), false, body);
  }

  /** Ranks of this process, with TCP between them. */
  public static List<Transport> overTcp(int size) {
    RunIdentity run = RunIdentity.random(size);
    TcpSettings settings = TcpSettings.LOCAL.withLimits(LIMITS);
    List<Endpoint> endpoints =
        IntStream.range(0, size).mapToObj(rank -> Endpoint.open(run, rank, settings)).toList();
    List<InetSocketAddress> addresses = endpoints.stream().map(Endpoint::address).toList();
    List<CompletableFuture<Transport>> joining =
        endpoints.stream()
            .map(
                endpoint ->
                    CompletableFuture.supplyAsync(
                        () -> endpoint.connect(addresses), Thread::startVirtualThread))
            .toList();
    List<Transport> ranks = joining.stream().map(CompletableFuture::join).toList();
    endpoints.forEach(Endpoint::close);
    return ranks;
  }

  private static void run(List<Transport> ranks, boolean inPlace, Body body) {
    int service = Service.FEATURE_ROWS.number();
    ThreadRanks.run(
        ranks,
        transport -> {
          int first = BOOK.first(transport.rank());
          int count = BOOK.coreCount(transport.rank());
          try (Arena memory = Arena.ofShared();
              Requests requests = new Requests(transport, 1);
              Communicator workers = Communicator.on(transport)) {
            var own =
                new OwnedRows(
                    first,
                    new DenseStoredRows(FeatureStoreContract.rows(first, count, memory)),
                    false,
                    IntStream.range(first, first + count).map(StoreRanks::degree).toArray(),
                    node -> degree((int) node));
            requests.serve(service, new RowService(own, RowCodec.fp32(), 2));
            if (inPlace) {
              transport.sharedProcess().orElseThrow().offer(transport.rank(), service, own);
            }
            workers.barrier();
            var store =
                new ShardedStore(
                    service,
                    own,
                    BOOK,
                    transport,
                    requests,
                    RowCodec.fp32(),
                    new ReadCounts()::addOf,
                    2);
            body.accept(store, own, memory);
            workers.barrier();
          }
          return null;
        });
  }
}
