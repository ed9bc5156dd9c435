package dev.atoll.spark;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;

/**
 * The tasks of a stage find each other: each tells its address through the barrier context and is
 * told those of all. Spark takes about a second for it, so it is done once.
 *
 * @param addresses by rank
 * @param oneProcess whether all tasks are threads of one executor
 */
record Meeting(List<InetSocketAddress> addresses, boolean oneProcess) {
  private static final String BETWEEN = " ";

  static Meeting all(BarrierTaskContext context, InetSocketAddress own) {
    String said =
        String.join(
            BETWEEN,
            SparkEnv.get().executorId(),
            own.getAddress().getHostAddress(),
            Integer.toString(own.getPort()));
    List<String[]> all =
        Arrays.stream(context.allGather(said)).map(line -> line.split(BETWEEN)).toList();
    return new Meeting(
        all.stream().map(at -> new InetSocketAddress(at[1], Integer.parseInt(at[2]))).toList(),
        all.stream().map(at -> at[0]).distinct().count() == 1);
  }
}
