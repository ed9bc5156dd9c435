package dev.atoll.recipe.engine;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.HostConnection;
import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileDigest;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.run.PrivateFolder;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A machine that joins the run of a lead: fetches missing files, starts its workers, one process
 * each, and ends with them. It opens no dataset where the shards have features.
 *
 * @param lead where the lead listens for hosts
 * @param name of this machine among the run's hosts; empty to be known by its address
 * @param folder for its files; absent for the lead's run folder where it can be seen here, else one
 *     of that name below {@code runs}
 */
public record JoinedHost(
    InetSocketAddress lead,
    Path secretFile,
    String name,
    Optional<Path> folder,
    Duration deadline,
    Consumer<String> output) {
  private static final String SHARDS = "shards";
  private static final int LOOK_MILLIS = 50;
  private static final Duration LAST_WORDS = Duration.ofSeconds(30);

  /** Returns when all workers of this machine are done. */
  public void run() throws IOException {
    String secret = SecretFile.read(secretFile);
    List<WorkerProcess> workers = new ArrayList<>();
    Thread onInterrupt = new Thread(() -> workers.forEach(WorkerProcess::close));
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try (HostConnection connection = HostConnection.join(lead, secret, name, deadline)) {
      HostOrders orders = HostOrders.of(connection.orders());
      output.accept(
          "joined run %s as %s, for ranks %s"
              .formatted(orders.id(), orders.self(), orders.ranks()));
      Path run = prepare(orders, connection);
      Settings settings = Settings.of(new RunFolder(run).readSettings());
      Path shards = shards(orders, connection, run, settings);
      connection.awaitBegin(
          Duration.ofSeconds(settings.get(HostKeys.HOSTS_DEADLINE)).plus(LAST_WORDS));
      String self = connection.localAddress().getHostAddress();
      for (int rank : orders.ranks()) {
        workers.add(
            WorkerProcess.start(invitation(orders, secret, rank, run, shards, self), output));
      }
      awaitAll(workers, connection);
      if (!run.equals(Path.of(orders.run()))) {
        forgetFiles(run);
      }
    } finally {
      workers.forEach(WorkerProcess::close);
      WorkerProcess.forget(onInterrupt);
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
        orders.dataset());
  }

  /** The folder of the run on this machine, with its settings and the checkpoint to resume. */
  private Path prepare(HostOrders orders, HostConnection connection) throws IOException {
    Path leads = Path.of(orders.run());
    if (folder.isEmpty() && sees(leads, orders)) {
      return leads;
    }
    Path own = folder.orElseGet(() -> Path.of("runs").resolve(leads.getFileName()));
    PrivateFolder.create(own);
    AtomicFile.write(own.resolve(RunFolder.CONFIG), orders.config());
    Path checkpoint = new RunFolder(own).checkpoint();
    if (orders.checkpoint().isEmpty()) {
      Files.deleteIfExists(checkpoint);
    } else if (!has(checkpoint, orders.checkpoint())) {
      fetch(connection, HostOrders.CHECKPOINT_FILE, checkpoint);
    }
    return own;
  }

  /** Whether a folder of the lead is shared with this machine. */
  private static boolean sees(Path run, HostOrders orders) throws IOException {
    Path config = run.resolve(RunFolder.CONFIG);
    return Files.isReadable(config) && Files.readString(config).equals(orders.config());
  }

  /** The lead's shards where they are visible here, else fetched copies. */
  private Path shards(HostOrders orders, HostConnection connection, Path run, Settings settings)
      throws IOException {
    Path leads = Path.of(orders.shards());
    if (folder.isEmpty() && has(leads.resolve(ShardFolder.INDEX), orders.index())) {
      output.accept("reads the lead's shards in " + leads);
      return leads;
    }
    Path own = run.resolve(SHARDS);
    Path index = own.resolve(ShardFolder.INDEX);
    if (!has(index, orders.index())) {
      delete(own); // of another run
      Files.createDirectories(own);
      fetch(connection, ShardFolder.INDEX, index);
      requireDigest(index, orders.index());
    }
    ShardFolder shards = ShardFolder.open(own);
    Set<String> files = new LinkedHashSet<>();
    int trainers = settings.integer(HostKeys.TRAINERS);
    orders.ranks().forEach(rank -> files.addAll(shards.filesOf(rank / trainers)));
    long bytes = 0;
    for (String file : files) {
      Path here = own.resolve(file);
      if (!Files.exists(here)) {
        fetch(connection, file, here); // checked against its digest when it is read
        bytes += Files.size(here);
      }
    }
    output.accept("fetched %s of shards into %s".formatted(Units.bytes(bytes), own));
    return own;
  }

  /**
   * Deletes the files fetched for a run that is complete, and the folder if nothing else is there.
   */
  private static void forgetFiles(Path run) throws IOException {
    delete(run.resolve(SHARDS));
    Files.deleteIfExists(run.resolve(RunFolder.CONFIG));
    Files.deleteIfExists(new RunFolder(run).checkpoint());
    try (Stream<Path> left = Files.list(run)) {
      if (left.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(run);
  }

  /** Deletes a folder of files, if it is there. */
  private static void delete(Path files) throws IOException {
    if (Files.isDirectory(files)) {
      try (Stream<Path> all = Files.list(files)) {
        for (Path file : all.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(files);
    }
  }

  private static boolean has(Path file, String digest) throws IOException {
    return Files.isReadable(file) && FileDigest.of(file).equals(digest);
  }

  private static void requireDigest(Path file, String digest) throws IOException {
    if (!has(file, digest)) {
      throw BadDataException.at(
          file, "damaged on its way: expected SHA-256 %s; join again".formatted(digest));
    }
  }

  /** Brings a file, whole or not at all. */
  private static void fetch(HostConnection connection, String name, Path into) throws IOException {
    Path part = into.resolveSibling(into.getFileName() + ".part");
    try {
      connection.fetch(name, part);
      Files.move(part, into, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Workers end by themselves; when the lead is gone they have a last moment to. */
  private static void awaitAll(List<WorkerProcess> workers, HostConnection connection) {
    Thread lead = Thread.ofVirtual().start(connection::awaitEnd);
    long until = Long.MAX_VALUE;
    try {
      while (workers.stream().anyMatch(WorkerProcess::isAlive)) {
        if (until == Long.MAX_VALUE && !lead.isAlive()) {
          until = System.nanoTime() + LAST_WORDS.toNanos();
        }
        if (until != Long.MAX_VALUE && System.nanoTime() > until) {
          throw new PeerException(
              0, "the lead has ended, and workers here did not: they are killed");
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
