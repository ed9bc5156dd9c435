package dev.atoll.tensor.cpu;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.CacheFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Unpacks native libraries from the class path into files, once per version: into {@code
 * ~/.cache/atoll/native}, or for this process only where that cannot be written. Every file is
 * checked against the length and the CRC-32 in its archive before it is loaded, since a damaged
 * library would end the process, and unpacked again when it differs. A file appears whole or not at
 * all, so processes that start together do not disturb each other.
 */
final class NativeLibraries {
  private NativeLibraries() {}

  /** An entry of an archive, with its line in the archive's directory. */
  private record Packed(String name, URL url, long bytes, long crc) {
    static Packed of(String folder, String name) throws IOException {
      URL url = find(folder + name);
      if (!(url.openConnection() instanceof JarURLConnection jar)) {
        throw new IOException(url + ": expected an entry of a jar");
      }
      return new Packed(name, url, jar.getContentLengthLong(), jar.getJarEntry().getCrc());
    }

    boolean isEqualTo(Path file) throws IOException {
      if (!Files.isRegularFile(file) || Files.size(file) != bytes) {
        return false;
      }
      CRC32 found = new CRC32();
      try (FileChannel in = FileChannel.open(file)) {
        MappedByteBuffer mapped = in.map(FileChannel.MapMode.READ_ONLY, 0, bytes);
        found.update(mapped);
      }
      return found.getValue() == crc;
    }

    void copyTo(Path file) throws IOException {
      try (InputStream in = url.openStream()) {
        Files.copy(in, file);
      }
    }
  }

  /** The files of the named libraries, in their order, side by side in one folder. */
  static List<Path> unpack(String name, String resourceFolder, List<String> libraries)
      throws IOException {
    Path cache = CacheFolder.of(System.getenv()).resolve("native");
    return unpack(name, resourceFolder, libraries, cache);
  }

  static List<Path> unpack(String name, String resourceFolder, List<String> libraries, Path cache)
      throws IOException {
    List<Packed> packed = new ArrayList<>();
    for (String library : libraries) {
      packed.add(Packed.of(resourceFolder, library));
    }
    Path folder = cache.resolve(name + "-" + fingerprint(packed));
    try {
      return unpackInto(folder, packed);
    } catch (IOException e) {
      return unpackTemporarily(name, packed);
    }
  }

  private static List<Path> unpackInto(Path folder, List<Packed> packed) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Packed library : packed) {
      Path file = folder.resolve(library.name());
      if (!library.isEqualTo(file)) {
        AtomicFile.write(file, library::copyTo);
      }
      files.add(file);
    }
    return files;
  }

  /** Unpacks for the life of this process. */
  private static List<Path> unpackTemporarily(String name, List<Packed> packed) throws IOException {
    Path folder = Files.createTempDirectory("atoll-" + name + "-");
    folder.toFile().deleteOnExit();
    List<Path> files = new ArrayList<>();
    for (Packed library : packed) {
      Path file = folder.resolve(library.name());
      file.toFile().deleteOnExit();
      library.copyTo(file);
      files.add(file);
    }
    return files;
  }

  private static URL find(String path) throws IOException {
    URL found = ClassLoader.getSystemResource(path);
    if (found == null) {
      ClassLoader own = NativeLibraries.class.getClassLoader();
      found = own == null ? null : own.getResource(path);
    }
    if (found == null) {
      throw new FileNotFoundException(
          path + " is not on the class path; add the artifact that holds it");
    }
    return found;
  }

  private static String fingerprint(List<Packed> packed) {
    long print = 0;
    for (Packed library : packed) {
      print = 31 * (31 * print + library.crc()) + library.bytes();
    }
    return Long.toHexString(print);
  }
}
