package dev.atoll.recipe.engine;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.Rendezvous;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Parallel;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Keys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Workers are processes of this machine, joined by TCP; this process is the first of them. None
 * outlives the others: each ends when its connection to another breaks, and when this process does.
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
    var identity = RunIdentity.random(job.settings().integer(Keys.WORKERS));
    TcpSettings tcp = Composition.tcp(job.settings());
    List<WorkerProcess> others = new ArrayList<>();
    Thread onInterrupt = new Thread(() -> others.forEach(WorkerProcess::close));
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try (Rendezvous rendezvous = Rendezvous.open(identity, tcp);
        Endpoint endpoint = Endpoint.open(identity, 0, tcp)) {
      for (int rank = 1; rank < identity.size(); rank++) {
        others.add(
            WorkerProcess.start(
                invitation(job, identity, rank, rendezvous.address()), lead::processOutput));
      }
      Worker.runConnected(job, dataset, join(endpoint, rendezvous.address(), others), false, lead);
      others.forEach(ProcessesEngine::requireSuccess);
    } finally {
      others.forEach(WorkerProcess::close);
      forget(onInterrupt);
    }
  }

  private static Invitation invitation(
      Job job, RunIdentity identity, int rank, InetSocketAddress rendezvous) {
    return new Invitation(
        identity.id(),
        identity.secret(),
        identity.size(),
        rank,
        rendezvous.getAddress().getHostAddress(),
        rendezvous.getPort(),
        absolute(job.run()),
        absolute(job.shards().orElseThrow()));
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().toString();
  }

  /** Joins the others; one that ends before it has joined is not waited for. */
  private static Transport join(
      Endpoint endpoint, InetSocketAddress rendezvous, List<WorkerProcess> others) {
    var meeting = CompletableFuture.supplyAsync(() -> endpoint.join(rendezvous));
    try {
      while (!meeting.isDone()) {
        for (WorkerProcess other : others) {
          if (!other.isAlive()) {
            throw new PeerException(other.rank(), other.ending() + " before it joined the run");
          }
        }
        Thread.sleep(LOOK_MILLIS);
      }
      return Parallel.join(meeting);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(0, "waiting for the other processes", e);
    }
  }

  private static void requireSuccess(WorkerProcess other) {
    if (!other.succeeds()) {
      throw new PeerException(other.rank(), other.ending());
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // the program is ending: the hook runs already
    }
  }

  /** Runs the part of a started process: joins, trains, and ends with the others. */
  static void join(Invitation invitation, Job job, Dataset dataset) throws IOException {
    TcpSettings tcp = Composition.tcp(job.settings());
    try (Endpoint endpoint = Endpoint.open(invitation.identity(), invitation.rank(), tcp)) {
      Worker.runConnected(
          job, dataset, endpoint.join(invitation.rendezvous()), false, RunListener.NONE);
    }
  }
}
