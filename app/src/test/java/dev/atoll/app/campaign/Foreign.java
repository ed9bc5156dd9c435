package dev.atoll.app.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.files.FileDigest;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyHeader;
import dev.atoll.formats.npy.NpyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A small dataset in a foreign format: the bytes of its files by their path. Entries of an archive
 * are files below its name.
 *
 * @param source the file or folder to import, below the folder that the files are written to
 */
record Foreign(String name, String source, Map<String, byte[]> files, List<String> options) {
  /** A dataset that is imported as a folder. */
  static Foreign folder(String name) {
    return new Foreign(name, "", new LinkedHashMap<>(), List.of());
  }

  Foreign with(String path, byte[] bytes) {
    Map<String, byte[]> more = new LinkedHashMap<>(files);
    more.put(path, bytes);
    return new Foreign(name, source, more, options);
  }

  Foreign with(String path, String text) {
    return with(path, text.getBytes(UTF_8));
  }

  /** A copy that is imported from one of its files. */
  Foreign from(String file, String... more) {
    return new Foreign(name, file, files, List.of(more));
  }

  static byte[] longs(long[] shape, long... values) {
    return npy(NpyType.INT64, MemorySegment.ofArray(values), shape);
  }

  static byte[] floats(long[] shape, float... values) {
    return npy(NpyType.FLOAT32, MemorySegment.ofArray(values), shape);
  }

  static byte[] bytes(long[] shape, byte... values) {
    return npy(NpyType.INT8, MemorySegment.ofArray(values), shape);
  }

  private static byte[] npy(NpyType type, MemorySegment values, long... shape) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(NpyHeader.of(type, shape).bytes());
    out.writeBytes(NpyArray.of("", values, type, shape).data().toArray(ValueLayout.JAVA_BYTE));
    return out.toByteArray();
  }

  private static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("in memory", e);
    }
    return out.toByteArray();
  }

  /** Packs archives and compressed files as their names indicate. */
  Map<String, byte[]> encoded() throws IOException {
    Map<String, byte[]> encoded = new LinkedHashMap<>();
    Map<String, ByteArrayOutputStream> archives = new LinkedHashMap<>();
    Map<String, ZipOutputStream> open = new LinkedHashMap<>();
    for (var file : files.entrySet()) {
      int inside = file.getKey().indexOf(".npz/");
      if (inside >= 0) {
        String archive = file.getKey().substring(0, inside + 4);
        ZipOutputStream zip =
            open.computeIfAbsent(
                archive,
                name ->
                    new ZipOutputStream(
                        archives.computeIfAbsent(name, _ -> new ByteArrayOutputStream())));
        zip.putNextEntry(new ZipEntry(file.getKey().substring(inside + 5)));
        zip.write(file.getValue());
        zip.closeEntry();
      } else {
        boolean packed = file.getKey().endsWith(".gz");
        encoded.put(file.getKey(), packed ? gzip(file.getValue()) : file.getValue());
      }
    }
    for (var archive : open.entrySet()) {
      archive.getValue().close();
      encoded.put(archive.getKey(), archives.get(archive.getKey()).toByteArray());
    }
    encoded.computeIfPresent("meta.json", (_, meta) -> withDigests(meta, encoded));
    return encoded;
  }

  /** Replaces {@code SHA(file)} by the SHA-256 of each file. */
  private static byte[] withDigests(byte[] meta, Map<String, byte[]> encoded) {
    String text = new String(meta, ISO_8859_1);
    for (var file : Map.copyOf(encoded).entrySet()) {
      text = text.replace("SHA(" + file.getKey() + ")", FileDigest.of(file.getValue()));
    }
    return text.getBytes(ISO_8859_1);
  }

  static void write(Map<String, byte[]> encoded, Path folder) throws IOException {
    for (var file : encoded.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }
}
