package dev.atoll.train.weights;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.files.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Named float32 arrays in a file of the safetensors format, which NumPy, PyTorch and many others
 * read:
 *
 * <pre>
 *   8 bytes     N, the length of the header, little-endian
 *   N bytes     JSON: {"name": {"dtype": "F32", "shape": [rows, cols], "data_offsets": [begin, end]}, …, "__metadata__": {…}}
 *   the rest    the elements, row after row, little-endian
 * </pre>
 */
public record Safetensors(Map<String, Tensor> tensors, Map<String, String> metadata) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_HEADER_BYTES = 100_000_000;

  /** A matrix, tightly packed. */
  public record Tensor(int rows, int cols, MemorySegment elements) {}

  /** Writes the file whole or not at all. */
  public void write(Path file) {
    try {
      AtomicFile.write(file, this::writeTo);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private void writeTo(Path file) throws IOException {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      byte[] header = header();
      writeFully(
          out,
          ByteBuffer.allocate(Long.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(header.length)
              .flip());
      writeFully(out, ByteBuffer.wrap(header));
      for (Tensor t : tensors.values()) {
        writeFully(out, t.elements.asByteBuffer());
      }
    }
  }

  private byte[] header() throws IOException {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode notes = root.putObject("__metadata__");
    metadata.forEach(notes::put);
    long offset = 0;
    for (var entry : tensors.entrySet()) {
      Tensor t = entry.getValue();
      ObjectNode node = root.putObject(entry.getKey());
      node.put("dtype", "F32");
      node.putArray("shape").add(t.rows).add(t.cols);
      node.putArray("data_offsets").add(offset).add(offset + t.elements.byteSize());
      offset += t.elements.byteSize();
    }
    return JSON.writeValueAsBytes(root);
  }

  private static void writeFully(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /** Reads a file; the elements are valid as long as the arena. */
  public static Safetensors read(Path file, Arena memory) {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment bytes = in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), memory);
      return parse(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the weights in " + file + ": " + e.getMessage(), e);
    }
  }

  private static Safetensors parse(Path file, MemorySegment bytes) throws IOException {
    long length =
        bytes.byteSize() < Long.BYTES
            ? -1
            : bytes.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    if (length < 0 || length > MOST_HEADER_BYTES || Long.BYTES + length > bytes.byteSize()) {
      throw new IOException(
          "not a safetensors file: a header of "
              + length
              + " bytes in a file of "
              + bytes.byteSize());
    }
    JsonNode root =
        JSON.readTree(UTF_8.decode(bytes.asSlice(Long.BYTES, length).asByteBuffer()).toString());
    MemorySegment elements = bytes.asSlice(Long.BYTES + length);
    var tensors = new LinkedHashMap<String, Tensor>();
    var metadata = new LinkedHashMap<String, String>();
    root.properties()
        .forEach(
            e -> {
              if (e.getKey().equals("__metadata__")) {
                e.getValue()
                    .properties()
                    .forEach(m -> metadata.put(m.getKey(), m.getValue().asText()));
              } else {
                tensors.put(e.getKey(), tensor(file, e.getKey(), e.getValue(), elements));
              }
            });
    return new Safetensors(tensors, metadata);
  }

  private static Tensor tensor(Path file, String name, JsonNode node, MemorySegment elements) {
    int rows = node.path("shape").path(0).asInt(-1);
    int cols = node.path("shape").path(1).asInt(-1);
    long begin = node.path("data_offsets").path(0).asLong(-1);
    long end = node.path("data_offsets").path(1).asLong(-1);
    boolean fits =
        rows >= 0
            && cols >= 0
            && begin >= 0
            && end - begin == 4L * rows * cols
            && end <= elements.byteSize();
    if (!fits || !node.path("dtype").asText().equals("F32")) {
      throw new IllegalArgumentException(
          "%s: tensor %s is %s, expected an F32 matrix within the file's %d bytes of elements"
              .formatted(file, name, node, elements.byteSize()));
    }
    return new Tensor(rows, cols, elements.asSlice(begin, end - begin));
  }
}
