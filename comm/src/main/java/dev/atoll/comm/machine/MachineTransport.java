package dev.atoll.comm.machine;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.ForwardingTransport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Ranks that are processes of one machine: each reads data of the others in files that all of them
 * map, without requests. The bytes of the requests and their replies are still counted, on both
 * ends.
 */
public final class MachineTransport extends ForwardingTransport {
  /** By rank the counts of what others read of it; empty without shared files. */
  private final CountsFile[] counts;

  private final SharedProcess process = new SharedFiles();

  private MachineTransport(Transport inner, CountsFile[] counts) {
    super(inner);
    this.counts = counts;
  }

  /** A transport of the same ranks without shared files: all data is requested. */
  public static Transport apart(Transport transport) {
    return new MachineTransport(transport, new CountsFile[0]);
  }

  /**
   * A transport of the same ranks that shares data in files. All ranks must call it; no temporary
   * file of the call is left when it returns. If it fails, the caller still owns {@code transport}.
   *
   * @param folder for temporary files
   * @param run names the run
   */
  public static Transport over(Transport transport, Path folder, String run) throws IOException {
    Arena memory = Arena.ofAuto(); // counts are read after the end, too
    Path own = file(folder, run, transport.rank());
    try (Communicator all = Communicator.on(transport)) {
      var counts = new CountsFile[transport.size()];
      counts[transport.rank()] = CountsFile.create(own, counts.length, memory);
      all.barrier();
      for (int rank = 0; rank < counts.length; rank++) {
        if (rank != transport.rank()) {
          counts[rank] = CountsFile.open(file(folder, run, rank), counts.length, memory);
        }
      }
      all.barrier();
      return new MachineTransport(transport, counts);
    } finally {
      Files.deleteIfExists(own);
    }
  }

  private static Path file(Path folder, String run, int rank) {
    return folder.resolve("atoll-%s-%d.counts".formatted(run, rank));
  }

  @Override
  public Optional<SharedProcess> sharedProcess() {
    return counts.length == 0 ? Optional.empty() : Optional.of(process);
  }

  @Override
  public Traffic traffic() {
    Traffic sent = inner.traffic();
    return counts.length == 0 ? sent : sent.plus(counts[rank()].traffic());
  }

  @Override
  public void send(int peer, MessageTag tag, long label, MemorySegment payload) {
    inner.send(peer, tag, label, payload);
  }

  @Override
  public Sending startSend(int peer, MessageTag tag, long label, MemorySegment payload) {
    return inner.startSend(peer, tag, label, payload);
  }

  @Override
  public Sending sendAndRelease(int peer, MessageTag tag, long label, Message message) {
    return inner.sendAndRelease(peer, tag, label, message);
  }

  @Override
  public Sending sendFilled(
      int peer, MessageTag tag, long label, long bytes, Consumer<MemorySegment> fill) {
    return inner.sendFilled(peer, tag, label, bytes, fill);
  }

  @Override
  public int threadsEachWay() {
    return inner.threadsEachWay();
  }

  @Override
  public void countRound(Purpose purpose) {
    inner.countRound(purpose);
  }

  @Override
  public void fail(Throwable cause) {
    inner.fail(cause);
  }

  @Override
  public void close() {
    inner.close();
  }

  private final class SharedFiles implements SharedProcess {
    private final OfferTable offered = new OfferTable();

    @Override
    public boolean sharesMemory() {
      return false;
    }

    @Override
    public OfferTable offers() {
      return offered;
    }

    @Override
    public void count(
        Purpose purpose, int peer, long requestBytes, long replyBytes, int replyParts) {
      checkReachable(peer, new MessageTag(purpose, 0));
      counts[rank()].add(purpose, peer, requestBytes, 1);
      counts[peer].add(purpose, rank(), replyBytes, replyParts);
    }
  }
}
