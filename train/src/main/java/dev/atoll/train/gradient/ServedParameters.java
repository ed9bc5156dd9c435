package dev.atoll.train.gradient;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parameters of a model, dealt among workers that serve them: whole ones, the largest first,
 * each to the worker that has the fewest elements.
 *
 * <pre>
 *   | loss, parameters of server 0 | parameters of server 1 | …
 * </pre>
 */
final class ServedParameters {
  private final List<Parameter> all;
  private final List<List<Parameter>> byServer = new ArrayList<>();
  private final long[] offsets;

  ServedParameters(List<Parameter> parameters, int servers) {
    this.all = List.copyOf(parameters);
    this.offsets = new long[servers + 1];
    IntStream.range(0, servers).forEach(_ -> byServer.add(new ArrayList<>()));
    all.stream()
        .sorted(Comparator.comparingLong((Parameter p) -> bytes(p.grad())).reversed())
        .forEach(
            p ->
                byServer.stream()
                    .min(Comparator.comparingLong(ServedParameters::bytes))
                    .orElseThrow()
                    .add(p));
    for (int server = 0; server < servers; server++) {
      offsets[server + 1] = offsets[server] + bytes(byServer.get(server));
      offsets[server + 1] += server == 0 ? Float.BYTES : 0;
    }
  }

  private static long bytes(List<Parameter> parameters) {
    return parameters.stream().mapToLong(p -> bytes(p.grad())).sum();
  }

  static long bytes(Matrix matrix) {
    return (long) matrix.rows() * matrix.cols() * Float.BYTES;
  }

  /** The parameters of a server. */
  List<Parameter> of(int server) {
    return byServer.get(server);
  }

  /** The byte offset of every server's share, followed by the end of the last. */
  long[] offsets() {
    return offsets;
  }

  long totalBytes() {
    return offsets[offsets.length - 1];
  }

  /** Receives parameters and their indices. */
  @FunctionalInterface
  interface Visitor {
    void visit(Parameter parameter, long place);
  }

  /** Visits the parameters of all servers. */
  void forEach(Visitor visitor) {
    for (int server = 0; server < byServer.size(); server++) {
      forEachOf(server, visitor);
    }
  }

  /** Visits the parameters of a server. */
  void forEachOf(int server, Visitor visitor) {
    long place = offsets[server] + (server == 0 ? Float.BYTES : 0);
    for (Parameter p : byServer.get(server)) {
      visitor.visit(p, place);
      place += bytes(p.grad());
    }
  }

  /**
   * The sums of squares of all gradients in the order of the model; all servers call it together.
   *
   * @param own sums of this server's parameters, in the order of {@link #of}
   */
  double[] squares(Communicator servers, double[] own) {
    double[] placed = new double[all.size()];
    for (int i = 0; i < own.length; i++) {
      placed[all.indexOf(of(servers.rank()).get(i))] = own[i];
    }
    double[][] byRank = servers.allGather(Purpose.GRADIENTS, placed);
    for (int server = 0; server < byServer.size(); server++) {
      for (Parameter p : byServer.get(server)) {
        placed[all.indexOf(p)] = byRank[server][all.indexOf(p)];
      }
    }
    return placed;
  }
}
