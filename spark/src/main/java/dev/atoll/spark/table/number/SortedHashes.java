package dev.atoll.spark.table.number;

import dev.atoll.spark.table.storage.PerExecutor;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.UUID;

/**
 * Hashes in ascending order, in chunks of a storage.
 *
 * @param counts of hashes, by chunk
 * @param key identifies them among the shared values of an executor
 */
record SortedHashes(SharedStorage folder, ArrayList<Long> counts, String key)
    implements Serializable {
  private static final ValueLayout.OfLong HASH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** log₂ of the mean number of hashes with equal first bits; hashes are spread evenly. */
  private static final int BITS_IN_BUCKET = 5;

  SortedHashes(SharedStorage folder, ArrayList<Long> counts) {
    this(folder, counts, UUID.randomUUID().toString());
  }

  long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** Copies the hashes to this machine, once for all tasks. */
  Opened open() throws IOException {
    return PerExecutor.get(
        key, Opened.class, () -> new Opened(folder.map(HashTask::file, counts.size())));
  }

  /** The hashes on this machine. */
  static final class Opened {
    private final MemorySegment hashes;
    private final int shift;

    /** The index of the first hash by first bits, and the end. */
    private final int[] starts;

    Opened(MemorySegment hashes) {
      this.hashes = hashes;
      int count = Math.toIntExact(hashes.byteSize() / Long.BYTES);
      int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count) - BITS_IN_BUCKET);
      shift = Long.SIZE - bits;
      starts = new int[(1 << bits) + 1];
      for (int i = 0; i < count; i++) {
        starts[bucket(at(i)) + 1] = i + 1;
      }
      for (int bucket = 1; bucket < starts.length; bucket++) {
        starts[bucket] = Math.max(starts[bucket], starts[bucket - 1]);
      }
    }

    private int bucket(long hash) {
      return (int) ((hash >> shift) + starts.length / 2);
    }

    private long at(int place) {
      return hashes.get(HASH, (long) place * Long.BYTES);
    }

    /** The index of a hash; negative if it is absent. */
    int find(long hash) {
      int bucket = bucket(hash);
      int low = starts[bucket];
      int high = starts[bucket + 1] - 1;
      while (low <= high) {
        int middle = (low + high) >>> 1;
        long found = at(middle);
        if (found == hash) {
          return middle;
        }
        if (found < hash) {
          low = middle + 1;
        } else {
          high = middle - 1;
        }
      }
      return -1;
    }
  }
}
