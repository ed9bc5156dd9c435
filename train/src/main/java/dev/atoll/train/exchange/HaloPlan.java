package dev.atoll.train.exchange;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.partition.shard.Shard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Which rows workers exchange: known to both ends from the start, so that no ids travel later. */
public final class HaloPlan {
  private final int[] haloStart;
  private final int[][] boundary;

  private HaloPlan(int[] haloStart, int[][] boundary) {
    this.haloStart = haloStart;
    this.boundary = boundary;
  }

  /** Tells every owner which of its rows this worker reads. All workers call it together. */
  public static HaloPlan agree(Shard shard, Communicator workers) {
    int size = workers.size();
    int[] start = new int[size + 1];
    for (int i = 0; i < shard.haloCount(); i++) {
      start[shard.book().owner(shard.haloNode(i)) + 1]++;
    }
    for (int owner = 0; owner < size; owner++) {
      start[owner + 1] += start[owner];
    }
    var wanted = new MemorySegment[size];
    for (int owner = 0; owner < size; owner++) {
      wanted[owner] =
          shard
              .halo()
              .asSlice(
                  (long) start[owner] * Integer.BYTES,
                  (long) (start[owner + 1] - start[owner]) * Integer.BYTES);
    }
    long first = shard.book().first(shard.part());
    int[][] boundary = new int[size][];
    workers.exchange(
        Purpose.CONTROL,
        wanted,
        (peer, nodes) -> {
          boundary[peer] = new int[(int) (nodes.byteSize() / Integer.BYTES)];
          for (int i = 0; i < boundary[peer].length; i++) {
            boundary[peer][i] =
                (int) (nodes.get(JAVA_INT_UNALIGNED, (long) i * Integer.BYTES) - first);
          }
        });
    return new HaloPlan(start, boundary);
  }

  public int haloCount() {
    return haloStart[haloStart.length - 1];
  }

  /** Where the halo rows of an owner begin among all halo rows; owners ascend. */
  int haloStart(int owner) {
    return haloStart[owner];
  }

  int haloCount(int owner) {
    return haloStart[owner + 1] - haloStart[owner];
  }

  /** How many own rows a peer reads. */
  int boundaryCount(int peer) {
    return boundary[peer].length;
  }

  /** The own rows that a peer reads, ascending, as a device takes them. */
  MemorySegment boundaryRows(int peer, Arena memory) {
    return memory.allocateFrom(JAVA_INT, boundary[peer]);
  }
}
