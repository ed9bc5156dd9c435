package dev.atoll.recipe.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.comm.tcp.RunIdentity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The data a started process needs to join a run. It travels through the standard input of the
 * process, where no other process can read the secret.
 *
 * @param run the run folder, whose settings all workers share
 * @param listen the address of this machine, by which the others reach it
 * @param dataset the digest of the dataset, which may be elsewhere
 * @param counts the folder in which processes of one machine count for each other; empty where they
 *     send requests
 */
public record Invitation(
    String id,
    String secret,
    int workers,
    int rank,
    String host,
    int port,
    String run,
    String shards,
    String listen,
    String dataset,
    String counts) {
  private static final ObjectMapper JSON = new ObjectMapper();

  RunIdentity identity() {
    return new RunIdentity(id, secret, workers);
  }

  Optional<Path> countsFolder() {
    return counts.isEmpty() ? Optional.empty() : Optional.of(Path.of(counts));
  }

  InetSocketAddress rendezvous() {
    return new InetSocketAddress(host, port);
  }

  /** Writes one line; the stream stays open. */
  void send(OutputStream to) throws IOException {
    to.write((JSON.writeValueAsString(this) + "\n").getBytes(StandardCharsets.UTF_8));
    to.flush();
  }

  /** Reads one line. */
  public static Invitation receive(BufferedReader from) throws IOException {
    String line = from.readLine();
    if (line == null) {
      throw new IllegalArgumentException(
          "a worker process is started by a run with engine=processes, not by hand");
    }
    return JSON.readValue(line, Invitation.class);
  }
}
