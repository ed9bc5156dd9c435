package dev.atoll.spark;

import dev.atoll.app.engine.Job;
import dev.atoll.app.engine.Lead;
import dev.atoll.app.engine.Worker;
import dev.atoll.app.run.Composition;
import dev.atoll.comm.Transport;
import dev.atoll.comm.tcp.Endpoint;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.io.DatasetFolder;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.CollectionAccumulator;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * One worker as a task of a barrier stage. It gives what the first worker has told, line by line.
 */
final class WorkerTask extends AbstractFunction1<Iterator<Integer>, Iterator<String>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  private final TaskOrder order;
  private final CollectionAccumulator<String> told;

  WorkerTask(TaskOrder order, CollectionAccumulator<String> told) {
    this.order = order;
    this.told = told;
  }

  @Override
  public Iterator<String> apply(Iterator<Integer> rank) {
    BarrierTaskContext context = BarrierTaskContext.get();
    ExecutorNeeds.require();
    Job job = order.job(context.cpus());
    var lead = new TaskLead(told, SparkEngine.learnt(job.run()));
    try (Dataset dataset = DatasetFolder.open(Path.of(order.data()), DatasetFolder.Check.SIZES)) {
      if (job.shards().isEmpty()) {
        Worker.runAlone(job, dataset, lead);
      } else {
        work(job, dataset, context, lead);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return CollectionConverters.asScala(lead.lines().iterator());
  }

  private void work(Job job, Dataset dataset, BarrierTaskContext context, Lead lead)
      throws IOException {
    String host = SparkEnv.get().blockManager().blockManagerId().host();
    TcpSettings tcp = Composition.tcp(job.settings()).withAddress(host, 0);
    var identity = order.identity(context.stageAttemptNumber());
    try (Endpoint endpoint = Endpoint.open(identity, context.partitionId(), tcp)) {
      var met = Meeting.all(context, endpoint.address());
      Transport transport = endpoint.connect(met.addresses());
      try (var _ = new CancelWatch(context, transport)) {
        Worker.runLinked(job, dataset, transport, met.oneProcess(), lead);
      }
    }
  }
}
