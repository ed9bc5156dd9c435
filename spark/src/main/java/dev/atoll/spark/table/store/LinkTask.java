package dev.atoll.spark.table.store;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Writes the links of the part whose number is that of the task, or the validation and test links,
 * from rows of {@code head, tail, role} in their order; a file per column. Returns their number.
 *
 * @param heldOut whether these are the links that validate and test
 */
public record LinkTask(SharedStorage storage, boolean heldOut)
    implements MapPartitionsFunction<Row, Long> {
  /** The columns that are files, in the order of the rows. */
  public enum ColumnFile {
    HEADS,
    TAILS,
    ROLES;

    public String file(boolean heldOut, int part) {
      String name = "link-" + name().toLowerCase(Locale.ROOT) + ".npy";
      return heldOut ? "held-out-" + name : "part-" + part + "-" + name;
    }
  }

  private static final int BUFFER_BYTES = 1 << 18;

  @Override
  public Iterator<Long> call(Iterator<Row> rows) throws IOException {
    int part = TaskContext.getPartitionId();
    try (var scratch = new ScratchFolder();
        var heads = new Column(scratch.path().resolve("heads"));
        var tails = new Column(scratch.path().resolve("tails"));
        var roles = new Column(scratch.path().resolve("roles"))) {
      while (rows.hasNext()) {
        Row row = rows.next();
        heads.add(Math.toIntExact(row.getLong(0)));
        tails.add(Math.toIntExact(row.getLong(1)));
        roles.add(row.getInt(2));
      }
      put(scratch, ColumnFile.HEADS.file(heldOut, part), heads);
      put(scratch, ColumnFile.TAILS.file(heldOut, part), tails);
      put(scratch, ColumnFile.ROLES.file(heldOut, part), roles);
      return List.of(heads.count).iterator();
    }
  }

  private void put(ScratchFolder scratch, String name, Column column) throws IOException {
    Path file = scratch.path().resolve(name);
    try (Arena passing = Arena.ofConfined()) {
      Npy.write(file, NpyArray.of("", column.elements(passing), NpyType.INT32, column.count));
    }
    storage.put(file, name);
  }

  /** A column on its way to a file, of which only a few values are in memory. */
  private static final class Column implements AutoCloseable {
    private final FileChannel channel;
    private final ByteBuffer buffer =
        ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long count;

    Column(Path file) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    }

    void add(int element) throws IOException {
      if (!buffer.hasRemaining()) {
        flush();
      }
      buffer.putInt(element);
      count++;
    }

    private void flush() throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
    }

    MemorySegment elements(Arena arena) throws IOException {
      flush();
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, count * Integer.BYTES, arena);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
