package dev.atoll.recipe.engine;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import dev.atoll.comm.machine.MachineTransport;
import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.Rendezvous;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.Hosts;
import dev.atoll.recipe.settings.Keys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Runs workers as processes joined by TCP, on this machine or on several; this process is the first
 * worker. No worker outlives the others: each ends when a connection breaks or this process ends.
 */
public final class ProcessesEngine implements Engine {
  private static final int LOOK_MILLIS = 50;

  /** Creates the engine; {@link #run} starts the processes. */
  public ProcessesEngine() {}

  @Override
  public String name() {
    return "processes";
  }

  @Override
  public void run(Job job, Dataset dataset, RunListener lead) throws IOException {
    if (job.shards().isEmpty()) {
      Worker.runSingle(job, dataset, lead);
      return;
    }
    Hosts hosts = Hosts.in(job.settings());
    int workers = job.settings().integer(Keys.WORKERS);
    var own = RunIdentity.random(workers);
    boolean alone = !Hosts.areGiven(job.settings());
    var identity = alone ? own : new RunIdentity(own.id(), HostGathering.secret(job), workers);
    TcpSettings tcp = Composition.tcp(job.settings(), hosts.lead().name());
    try (CountsFolder counts = alone ? CountsFolder.create() : null;
        WorkerProcesses others = new WorkerProcesses();
        Rendezvous rendezvous = Rendezvous.open(identity, tcp);
        Endpoint endpoint = Endpoint.open(identity, 0, tcp);
        HostGathering gathering =
            alone ? null : new HostGathering(job, hosts, identity, rendezvous.address())) {
      if (!alone) {
        gathering.begin(lead::processOutput);
      }
      String digest = RunSeal.dataset(job.settings());
      Optional<Path> folder = Optional.ofNullable(counts).map(CountsFolder::path);
      for (int rank = 1; rank < hosts.lead().workers(); rank++) {
        others.start(
            invitation(job, identity, rank, rendezvous.address(), digest, folder),
            lead::processOutput);
      }
      Supplier<Optional<String>> left = alone ? Optional::empty : gathering::left;
      Transport joined = join(endpoint, rendezvous.address(), others.all(), left);
      Worker.runConnected(job, dataset, sharing(joined, folder, identity), false, lead);
      others.all().forEach(ProcessesEngine::requireSuccess);
    }
  }

  private static Invitation invitation(
      Job job,
      RunIdentity identity,
      int rank,
      InetSocketAddress rendezvous,
      String dataset,
      Optional<Path> counts) {
    String host = rendezvous.getAddress().getHostAddress();
    return new Invitation(
        identity.id(),
        identity.secret(),
        identity.size(),
        rank,
        host,
        rendezvous.getPort(),
        absolute(job.run()),
        absolute(job.shards().orElseThrow()),
        host,
        dataset,
        counts.map(Path::toString).orElse(""));
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().toString();
  }

  /** Joins the other workers; fails early if one of their processes ends before it has joined. */
  private static Transport join(
      Endpoint endpoint,
      InetSocketAddress rendezvous,
      List<WorkerProcess> others,
      Supplier<Optional<String>> left) {
    var meeting = CompletableFuture.supplyAsync(() -> endpoint.join(rendezvous));
    try {
      while (!meeting.isDone()) {
        for (WorkerProcess other : others) {
          if (!other.isAlive()) {
            throw new PeerException(other.rank(), other.ending() + " before it joined the run");
          }
        }
        Optional<String> host = left.get();
        if (host.isPresent() && !meeting.isDone()) {
          throw new PeerException(
              0,
              "host %s left before its workers had joined; its own message says why"
                  .formatted(host.get()));
        }
        Thread.sleep(LOOK_MILLIS);
      }
      return Parallel.join(meeting);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(0, "waiting for the other processes", e);
    }
  }

  /** Lets workers of one machine read each other's files directly, without requests. */
  private static Transport sharing(Transport joined, Optional<Path> counts, RunIdentity run)
      throws IOException {
    if (counts.isEmpty()) {
      return joined;
    }
    try {
      return MachineTransport.over(joined, counts.get(), run.id());
    } catch (IOException | RuntimeException e) {
      joined.fail(e);
      joined.close();
      throw e;
    }
  }

  private static void requireSuccess(WorkerProcess other) {
    if (!other.succeeds()) {
      throw new PeerException(other.rank(), other.ending());
    }
  }

  /** Runs the part of a started process: joins, trains, and ends with the others. */
  static void join(Invitation invitation, Job job) throws IOException {
    TcpSettings tcp = Composition.tcp(job.settings(), invitation.listen());
    ShardData.withData(
        job,
        invitation.rank(),
        data -> {
          try (Endpoint endpoint = Endpoint.open(invitation.identity(), invitation.rank(), tcp)) {
            Worker.runConnected(
                job,
                data,
                sharing(
                    endpoint.join(invitation.rendezvous()),
                    invitation.countsFolder(),
                    invitation.identity()),
                false,
                RunListener.NONE,
                Worker.Reader.NONE);
          }
        });
  }
}
