package dev.atoll.comm.machine;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.comm.Purpose;
import dev.atoll.comm.Traffic;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The traffic that other processes count for a rank: bytes, then messages, in a mapped file. */
final class CountsFile {
  private static final VarHandle LONGS = JAVA_LONG.varHandle();

  private final int size;
  private final MemorySegment counts;

  private CountsFile(int size, MemorySegment counts) {
    this.size = size;
    this.counts = counts;
  }

  /** A new file of zeros that other users cannot read. */
  static CountsFile create(Path file, int size, Arena memory) throws IOException {
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    boolean posix = Files.getFileStore(file.getParent()).supportsFileAttributeView("posix");
    var options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (FileChannel channel =
        posix ? FileChannel.open(file, options, owner) : FileChannel.open(file, options)) {
      return map(channel, size, memory);
    }
  }

  /** The file of another rank. */
  static CountsFile open(Path file, int size, Arena memory) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      return map(channel, size, memory);
    }
  }

  private static CountsFile map(FileChannel channel, int size, Arena memory) throws IOException {
    return new CountsFile(
        size, channel.map(MapMode.READ_WRITE, 0, 2L * counts(size) * Long.BYTES, memory));
  }

  private static int counts(int size) {
    return Purpose.count() * size;
  }

  void add(Purpose purpose, int peer, long bytes, int messages) {
    long index = Traffic.index(size, purpose, peer);
    long _ = (long) LONGS.getAndAdd(counts, index * Long.BYTES, bytes);
    long _ = (long) LONGS.getAndAdd(counts, (counts(size) + index) * Long.BYTES, (long) messages);
  }

  Traffic traffic() {
    return new Traffic(size, longs(0), longs(counts(size)), new long[Purpose.count()]);
  }

  private long[] longs(int from) {
    long[] longs = new long[counts(size)];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = (long) LONGS.getVolatile(counts, (long) (from + i) * Long.BYTES);
    }
    return longs;
  }
}
