package dev.atoll.tensor.cpu;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Unpacks native libraries from the class path into files, once per version: into {@code
 * ~/.cache/atoll/native}, or for this process only where the home folder cannot be written. A
 * folder appears whole or not at all, so processes that start together do not disturb each other.
 */
final class NativeLibraries {
  private NativeLibraries() {}

  /** The files of the named libraries, in their order, side by side in one folder. */
  static List<Path> unpack(String name, String resourceFolder, List<String> libraries)
      throws IOException {
    return unpack(name, resourceFolder, libraries, cache());
  }

  static List<Path> unpack(String name, String resourceFolder, List<String> libraries, Path cache)
      throws IOException {
    var resources = new ArrayList<URL>();
    for (String library : libraries) {
      resources.add(resource(resourceFolder + library));
    }
    Path folder = cache.resolve(name + "-" + fingerprint(resources));
    if (!Files.isDirectory(folder)) {
      folder =
          isWritable(cache)
              ? unpackInto(folder, resources, libraries)
              : unpackTemporarily(name, resources, libraries);
    }
    return libraries.stream().map(folder::resolve).toList();
  }

  /** Whether the folder, or the nearest above it that exists, takes new files. */
  private static boolean isWritable(Path folder) {
    for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at)) {
        return Files.isWritable(at);
      }
    }
    return false;
  }

  private static URL resource(String path) throws IOException {
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

  /** From what the archive's directory says of its entries: reading them would take too long. */
  private static String fingerprint(List<URL> resources) throws IOException {
    long print = 0;
    for (URL resource : resources) {
      if (resource.openConnection() instanceof JarURLConnection jar) {
        print = 31 * (31 * print + jar.getJarEntry().getCrc()) + jar.getContentLengthLong();
      } else {
        throw new IOException(resource + ": expected an entry of a jar");
      }
    }
    return Long.toHexString(print);
  }

  /**
   * Unpacks beside the folder and moves it into place; the second of two processes uses the first
   * one's.
   */
  private static Path unpackInto(Path folder, List<URL> resources, List<String> names)
      throws IOException {
    Path parent = Files.createDirectories(folder.getParent());
    Path fresh = Files.createTempDirectory(parent, folder.getFileName() + ".");
    try {
      copyAll(resources, names, fresh);
      Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(fresh);
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    return folder;
  }

  /** Unpacks for the life of this process. */
  private static Path unpackTemporarily(String name, List<URL> resources, List<String> names)
      throws IOException {
    Path folder = Files.createTempDirectory("atoll-" + name + "-");
    folder.toFile().deleteOnExit();
    for (String library : names) {
      folder.resolve(library).toFile().deleteOnExit();
    }
    copyAll(resources, names, folder);
    return folder;
  }

  private static void copyAll(List<URL> resources, List<String> names, Path folder)
      throws IOException {
    for (int i = 0; i < names.size(); i++) {
      try (InputStream in = resources.get(i).openStream()) {
        Files.copy(in, folder.resolve(names.get(i)));
      }
    }
  }

  private static Path cache() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return base.resolve("atoll").resolve("native");
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
