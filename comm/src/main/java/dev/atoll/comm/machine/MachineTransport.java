package dev.atoll.comm.machine;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.PassThroughTransport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Ranks that are processes of one machine: each reads data of the others in files that all of them
 * map, without requests. The bytes of the requests and their replies are still counted, on both
 * ends.
 */
public final class MachineTransport extends PassThroughTransport {
  private final CountsFile[] counts;
  private final SharedProcess process = new SharedFiles();

  private MachineTransport(Transport inner, CountsFile[] counts) {
    super(inner);
    this.counts = counts;
  }

  /** A transport of the same ranks without shared files: all data is requested. */
  public static Transport apart(Transport transport) {
    return new PassThroughTransport(transport);
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
    return Optional.of(process);
  }

  @Override
  public Traffic traffic() {
    return inner.traffic().plus(counts[rank()].traffic());
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
