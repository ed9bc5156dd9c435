package dev.atoll.formats.npy;

import dev.atoll.graph.BadDataException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * An archive of arrays as {@code np.savez} and {@code np.savez_compressed} write it: a zip file
 * with one {@code NAME.npy} per array, stored or deflated.
 */
public final class Npz implements AutoCloseable {
  private final Path file;
  private final ZipFile zip;

  private Npz(Path file, ZipFile zip) {
    this.file = file;
    this.zip = zip;
  }

  public static Npz open(Path file) throws IOException {
    try {
      return new Npz(file, new ZipFile(file.toFile()));
    } catch (ZipException | EOFException e) {
      throw new BadDataException(
          "%s: not a readable .npz archive (%s); copy the file again".formatted(file, reason(e)),
          e);
    }
  }

  /** The arrays' names, without {@code .npy}. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    zip.stream().map(ZipEntry::getName).forEach(n -> names.add(n.replaceAll("\\.npy$", "")));
    return names;
  }

  /** An array that must be there. */
  public NpyArray array(String name, SegmentAllocator memory) throws IOException {
    return find(name, memory)
        .orElseThrow(
            () -> BadDataException.at(file, "no array '%s'; it holds %s".formatted(name, names())));
  }

  /** An array that may be there. */
  public Optional<NpyArray> find(String name, SegmentAllocator memory) throws IOException {
    ZipEntry entry = zip.getEntry(name + ".npy");
    if (entry == null) {
      return Optional.empty();
    }
    String origin = file + "(" + name + ")";
    try (InputStream in = new BufferedInputStream(zip.getInputStream(entry), 1 << 16)) {
      return Optional.of(Npy.read(in, most(entry), origin, memory));
    } catch (ZipException | EOFException e) {
      throw new BadDataException(
          "%s: corrupt archive (%s); copy the file again".formatted(origin, reason(e)), e);
    }
  }

  private static String reason(IOException e) {
    return e instanceof EOFException ? "it ends too early" : e.getMessage();
  }

  /**
   * The most bytes of an entry: its compressed bytes are part of the file, whatever length the
   * entry claims.
   */
  private long most(ZipEntry entry) throws IOException {
    long compressed = Math.clamp(entry.getCompressedSize(), 0, Files.size(file));
    return entry.getMethod() == ZipEntry.STORED ? compressed : Npy.inflated(compressed);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
