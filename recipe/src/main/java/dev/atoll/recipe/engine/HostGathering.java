package dev.atoll.recipe.engine;

import dev.atoll.comm.tcp.HostRendezvous;
import dev.atoll.comm.tcp.HostRendezvous.HostAssignment;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.files.FileDigest;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Hosts;
import dev.atoll.recipe.compose.Hosts.Host;
import dev.atoll.recipe.run.FolderLock;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.HostKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The lead's side of a run on several machines: sends its orders and files to each. */
final class HostGathering implements AutoCloseable {
  private static final String SECRET = "secret";

  private final Job job;
  private final Hosts hosts;
  private final RunIdentity identity;
  private final InetSocketAddress ranksMeetAt;
  private final ShardFolder shards;
  private final Path secretFile;
  private final boolean ownSecret;
  private final String lock;
  private final String config;
  private final String index;
  private final String dataset;
  private final String checkpoint;
  private final HostRendezvous rendezvous;

  /**
   * Starts to listen for the other machines.
   *
   * @param ranksMeetAt the rendezvous of the run's ranks
   */
  HostGathering(Job job, Hosts hosts, RunIdentity identity, InetSocketAddress ranksMeetAt)
      throws IOException {
    this.job = job;
    this.hosts = hosts;
    this.identity = identity;
    this.ranksMeetAt = ranksMeetAt;
    shards = ShardFolder.open(job.shards().orElseThrow());
    ownSecret = !isSecretGiven(job);
    secretFile = secretFile(job);
    lock = FolderLock.holder(job.run());
    config = Files.readString(job.run().resolve(RunFolder.CONFIG));
    index = shards.digest();
    dataset = RunSeal.dataset(job.settings());
    Path saved = new RunFolder(job.run()).checkpoint();
    checkpoint = Files.exists(saved) ? FileDigest.of(saved) : "";
    long port = job.settings().get(HostKeys.PORT);
    rendezvous =
        HostRendezvous.open(
            identity.secret(),
            hosts.others().stream().map(Host::name).toList(),
            Composition.tcp(job.settings()).withAddress(hosts.lead().name(), Math.toIntExact(port)),
            Duration.ofSeconds(job.settings().get(HostKeys.HOSTS_DEADLINE)),
            this::assignment);
  }

  /** The secret of a run on several machines: that of the user's file, or a new one. */
  static String secret(Job job) throws IOException {
    Path file = secretFile(job);
    return isSecretGiven(job) ? SecretFile.read(file) : SecretFile.create(file);
  }

  private static boolean isSecretGiven(Job job) {
    return !job.settings().get(HostKeys.SECRET_FILE).equals(HostKeys.SECRET_FILE.fallback());
  }

  private static Path secretFile(Job job) {
    return isSecretGiven(job)
        ? Path.of(job.settings().get(HostKeys.SECRET_FILE))
        : job.run().resolve(SECRET);
  }

  /** Prints the command by which the others join, and waits for them. */
  void begin(Consumer<String> output) {
    if (hosts.others().isEmpty()) {
      return;
    }
    output.accept(
        "waiting for %s; start there: atoll worker --join %s:%d --secret-file %s"
            .formatted(
                hosts.others().stream().map(Host::name).collect(Collectors.joining(", ")),
                hosts.lead().name(),
                rendezvous.address().getPort(),
                secretFile.toAbsolutePath()));
    rendezvous.begin();
  }

  /** The error of a machine that has left after all had joined. */
  Optional<String> left() {
    return rendezvous.left();
  }

  private HostAssignment assignment(String name, InetAddress from) {
    Host host = hosts.named(name, from);
    Map<String, Path> files = new HashMap<>();
    int trainers = job.settings().integer(HostKeys.TRAINERS);
    for (int rank : host.ranks()) {
      for (String file : shards.filesOf(rank / trainers)) {
        files.put(file, job.shards().orElseThrow().resolve(file));
      }
    }
    files.put(HostOrders.CHECKPOINT_FILE, new RunFolder(job.run()).checkpoint());
    var orders =
        new HostOrders(
            identity.id(),
            identity.size(),
            host.ranks(),
            ranksMeetAt.getAddress().getHostAddress(),
            ranksMeetAt.getPort(),
            host.name(),
            job.run().toAbsolutePath().normalize().toString(),
            lock,
            config,
            job.shards().orElseThrow().toAbsolutePath().toString(),
            index,
            dataset,
            checkpoint);
    return new HostAssignment(host.name(), orders.json(), files);
  }

  /** Ends the run for all machines. */
  @Override
  public void close() throws IOException {
    rendezvous.close();
    if (ownSecret) {
      Files.deleteIfExists(secretFile);
    }
  }
}
