package dev.atoll.recipe.engine;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.HostConnection;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.FolderLock;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A machine that joins the run of a lead: fetches missing files, starts its workers, one process
 * each, and ends with them. It opens no dataset where the shards have features.
 *
 * @param lead where the lead listens for hosts
 * @param name of this machine among the run's hosts; empty to be known by its address
 * @param folder for its files; absent for the lead's run folder where it can be seen here, else one
 *     of that name below {@code runs}
 * @param check refuses shards that this machine has no memory for
 */
public record JoinedHost(
    InetSocketAddress lead,
    Path secretFile,
    String name,
    Optional<Path> folder,
    Duration deadline,
    Check check,
    Consumer<String> output) {
  /** Checks a machine's share of a run before its workers start. */
  @FunctionalInterface
  public interface Check {
    /**
     * Refuses a share that does not fit.
     *
     * @param ranks of the workers of this machine
     */
    void of(Settings settings, ShardFolder shards, List<Integer> ranks) throws IOException;
  }

  private static final int LOOK_MILLIS = 50;
  private static final Duration LAST_WORDS = Duration.ofSeconds(30);

  /** Returns when all workers of this machine are done. */
  public void run() throws IOException {
    String secret = SecretFile.read(secretFile);
    try (HostConnection connection = HostConnection.join(lead, secret, name, deadline)) {
      HostOrders orders = HostOrders.of(connection.orders());
      output.accept(
          "joined run %s as %s, for ranks %s"
              .formatted(orders.id(), orders.self(), orders.ranks()));
      Path leads = Path.of(orders.run());
      if (folder.isEmpty() && sees(leads, orders)) {
        output.accept("reads the lead's shards in " + orders.shards());
        work(orders, connection, secret, leads, Path.of(orders.shards()));
        return;
      }
      Path own = folder.orElseGet(() -> usualFolder(orders));
      try (HostShare share = HostShare.open(own, orders)) {
        long bytes = share.fetch(connection, orders);
        output.accept("fetched %s of shards into %s".formatted(Units.bytes(bytes), own));
        work(orders, connection, secret, share.path(), share.shards());
        share.delete();
      }
    }
  }

  /** The folder for a share where none is named: under {@code runs/}, with the name of the run. */
  static Path usualFolder(HostOrders orders) {
    return Path.of("runs").resolve(Path.of(orders.run()).getFileName());
  }

  /** Whether the run folder and the shards of the lead are shared with this machine. */
  private static boolean sees(Path run, HostOrders orders) throws IOException {
    Path config = run.resolve(RunFolder.CONFIG);
    return Files.isReadable(config)
        && Files.readString(config).equals(orders.config())
        && FolderLock.holder(run).equals(orders.lock())
        && HostShare.has(Path.of(orders.shards()).resolve(ShardFolder.INDEX), orders.index());
  }

  /** Starts the workers when all machines are ready, and waits for their end. */
  private void work(
      HostOrders orders, HostConnection connection, String secret, Path run, Path shards)
      throws IOException {
    Settings settings = Settings.of(new RunFolder(run).readSettings());
    check.of(settings, ShardFolder.open(shards), orders.ranks());
    connection.awaitBegin(
        Duration.ofSeconds(settings.get(HostKeys.HOSTS_DEADLINE)).plus(LAST_WORDS));
    String self = connection.localAddress().getHostAddress();
    try (var workers = new WorkerProcesses()) {
      for (int rank : orders.ranks()) {
        workers.start(invitation(orders, secret, rank, run, shards, self), output);
      }
      awaitAll(workers.all(), connection);
    }
  }

  private Invitation invitation(
      HostOrders orders, String secret, int rank, Path run, Path shards, String self) {
    return new Invitation(
        orders.id(),
        secret,
        orders.workers(),
        rank,
        orders.host(),
        orders.port(),
        run.toAbsolutePath().toString(),
        shards.toAbsolutePath().toString(),
        name.isEmpty() ? self : name,
        orders.dataset(),
        "");
  }

  /** Waits for workers to end; once the lead has gone, kills those left after a grace period. */
  private static void awaitAll(List<WorkerProcess> workers, HostConnection connection) {
    Thread lead = Thread.ofVirtual().start(connection::awaitEnd);
    long until = Long.MAX_VALUE;
    try {
      while (workers.stream().anyMatch(WorkerProcess::isAlive)) {
        if (until == Long.MAX_VALUE && !lead.isAlive()) {
          until = System.nanoTime() + LAST_WORDS.toNanos();
        }
        if (until != Long.MAX_VALUE && System.nanoTime() > until) {
          throw new PeerException(0, "the lead ended; killing the remaining local workers");
        }
        for (WorkerProcess worker : workers) {
          if (!worker.isAlive() && !worker.succeeds()) {
            throw new PeerException(worker.rank(), worker.ending());
          }
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(0, "waiting for the workers of this machine", e);
    }
    for (WorkerProcess worker : workers) {
      if (!worker.succeeds()) {
        throw new PeerException(worker.rank(), worker.ending());
      }
    }
  }
}
