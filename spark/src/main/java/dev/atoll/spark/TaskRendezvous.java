package dev.atoll.spark;

import dev.atoll.comm.Transport;
import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.RunIdentity;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;

/**
 * Connects the tasks of a stage: each listens, sends its address through the barrier context and
 * receives those of all. Each exchange takes Spark about a second, so there is only one.
 */
public final class TaskRendezvous {
  private static final String BETWEEN = " ";

  private final BarrierTaskContext context;
  private final RunIdentity run;
  private final TcpSettings tcp;

  private TaskRendezvous(BarrierTaskContext context, RunIdentity run, TcpSettings tcp) {
    this.context = context;
    this.run = run;
    this.tcp = tcp;
  }

  /** The work of a task that is connected to the others; it closes the transport. */
  @FunctionalInterface
  public interface Work {
    /**
     * Runs until the end.
     *
     * @param oneProcess whether all tasks are threads of one executor
     */
    void run(Transport transport, boolean oneProcess) throws IOException;
  }

  /** The rendezvous of a stage, on the address by which Spark knows the executor. */
  public static TaskRendezvous with(
      BarrierTaskContext context, RunIdentity run, Settings settings) {
    String host = SparkEnv.get().blockManager().blockManagerId().host();
    return new TaskRendezvous(context, run, Composition.tcp(settings).withAddress(host, 0));
  }

  /** Connects to the other tasks and runs; a cancelled job ends the run. */
  public void run(Work work) throws IOException {
    try (Endpoint endpoint = Endpoint.open(run, context.partitionId(), tcp)) {
      List<String[]> all = gather(endpoint.address());
      Transport transport =
          endpoint.connect(
              all.stream()
                  .map(at -> new InetSocketAddress(at[1], Integer.parseInt(at[2])))
                  .toList());
      boolean oneProcess = all.stream().map(at -> at[0]).distinct().count() == 1;
      try (var _ = new CancelWatch(context, transport)) {
        work.run(transport, oneProcess);
      }
    }
  }

  private List<String[]> gather(InetSocketAddress own) {
    String address =
        String.join(
            BETWEEN,
            SparkEnv.get().executorId(),
            own.getAddress().getHostAddress(),
            Integer.toString(own.getPort()));
    return Arrays.stream(context.allGather(address)).map(line -> line.split(BETWEEN)).toList();
  }
}
