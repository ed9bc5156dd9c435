package dev.atoll.recipe.engine;

import dev.atoll.comm.tcp.HostConnection;
import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileDigest;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.recipe.run.FolderLock;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.PrivateFolder;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of a joined machine that cannot see the lead's run folder: settings, checkpoint and
 * shards, fetched from the lead. The file {@code share.json} names the run; a folder without it, or
 * of another run, is left as it is. Locked while it is open.
 */
final class HostShare implements AutoCloseable {
  private static final String MARK = "share.json";
  private static final String SHARDS = "shards";

  private final RunFolder folder;
  private final Mark mark;
  private final FolderLock lock;

  /**
   * The run whose share a folder holds.
   *
   * @param lead the address of the lead
   * @param run its run folder there
   * @param made whether the folder was made for the share
   */
  record Mark(String lead, String run, boolean made) {
    boolean isOf(HostOrders orders) {
      return lead.equals(orders.host()) && run.equals(orders.run());
    }
  }

  private HostShare(RunFolder folder, Mark mark, FolderLock lock) {
    this.folder = folder;
    this.mark = mark;
    this.lock = lock;
  }

  /**
   * Opens a folder that is new, empty, or a share of this run from an earlier attempt.
   *
   * @throws IllegalArgumentException when it has other content, or is in use
   */
  static HostShare open(Path path, HostOrders orders) throws IOException {
    var folder = new RunFolder(path);
    checkedMark(folder, orders); // before the lock, which would leave a file
    boolean made = !Files.exists(path);
    PrivateFolder.create(path);
    FolderLock lock = FolderLock.take(path);
    try {
      Mark mark = checkedMark(folder, orders).orElse(new Mark(orders.host(), orders.run(), made));
      Json.write(mark, path.resolve(MARK));
      return new HostShare(folder, mark, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Reads the mark of a folder; empty if the folder is empty or missing. */
  private static Optional<Mark> checkedMark(RunFolder folder, HostOrders orders)
      throws IOException {
    Path path = folder.path();
    Path file = path.resolve(MARK);
    if (Files.isRegularFile(file)) {
      Mark mark = Json.read(file, Mark.class);
      if (mark.isOf(orders)) {
        return Optional.of(mark);
      }
      throw new IllegalArgumentException(
          "%s is a share of the run %s that %s leads, expected one of %s that %s leads: delete it, or choose another folder with --folder"
              .formatted(path, mark.run(), mark.lead(), orders.run(), orders.host()));
    }
    if (Files.exists(path) && !(Files.isDirectory(path) && folder.isEmpty())) {
      throw new IllegalArgumentException(
          "%s is there already and no share of the run %s that %s leads: choose another folder with --folder"
              .formatted(path, orders.run(), orders.host()));
    }
    return Optional.empty();
  }

  Path path() {
    return folder.path();
  }

  Path shards() {
    return folder.path().resolve(SHARDS);
  }

  /**
   * Fetches the files that are missing or of an earlier attempt; returns the bytes of shards
   * received.
   */
  long fetch(HostConnection connection, HostOrders orders) throws IOException {
    AtomicFile.write(folder.path().resolve(RunFolder.CONFIG), orders.config());
    if (orders.checkpoint().isEmpty()) {
      folder.deleteCheckpoint();
    } else {
      fetch(connection, HostOrders.CHECKPOINT_FILE, folder.checkpoint(), orders.checkpoint());
    }
    Path index = shards().resolve(ShardFolder.INDEX);
    if (!has(index, orders.index())) {
      deleteShards(); // of another cut
      Files.createDirectories(shards());
      fetch(connection, ShardFolder.INDEX, index, orders.index());
    }
    return fetchShards(connection, orders);
  }

  /** Files are checked against their digests when they are read. */
  private long fetchShards(HostConnection connection, HostOrders orders) throws IOException {
    ShardFolder whole = ShardFolder.open(shards());
    int trainers = Settings.of(folder.readSettings()).integer(HostKeys.TRAINERS);
    Set<String> files = new LinkedHashSet<>();
    orders.ranks().forEach(rank -> files.addAll(whole.filesOf(rank / trainers)));
    long bytes = 0;
    for (String file : files) {
      Path here = shards().resolve(file);
      if (!Files.exists(here)) {
        fetch(connection, file, here);
        bytes += Files.size(here);
      }
    }
    return bytes;
  }

  private static void fetch(HostConnection connection, String name, Path into, String digest)
      throws IOException {
    if (has(into, digest)) {
      return;
    }
    fetch(connection, name, into);
    if (!has(into, digest)) {
      throw BadDataException.at(
          into, "damaged on its way: expected SHA-256 %s; join again".formatted(digest));
    }
  }

  /** Fetches a file, whole or not at all. */
  private static void fetch(HostConnection connection, String name, Path into) throws IOException {
    Path part = into.resolveSibling(into.getFileName() + ".part");
    try {
      connection.fetch(name, part);
      Files.move(part, into, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  static boolean has(Path file, String digest) throws IOException {
    return Files.isReadable(file) && FileDigest.of(file).equals(digest);
  }

  /** Deletes the files of a run that is complete. */
  void delete() throws IOException {
    deleteShards();
    folder.deleteCheckpoint();
    Files.deleteIfExists(folder.path().resolve(RunFolder.CONFIG));
    Files.deleteIfExists(folder.path().resolve(MARK));
  }

  private void deleteShards() throws IOException {
    if (Files.isDirectory(shards())) {
      try (Stream<Path> all = Files.list(shards())) {
        for (Path file : all.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(shards());
    }
  }

  /** Unlocks the folder, and deletes it where it was made for the share and has nothing in it. */
  @Override
  public void close() throws IOException {
    lock.close();
    if (mark.made()) {
      folder.deleteIfEmpty();
    }
  }
}
