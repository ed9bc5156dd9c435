package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parameters on their way between a device and the host. */
final class Weights {
  private Weights() {}

  static Safetensors download(List<Parameter> parameters, Backend backend, Arena into) {
    var tensors = new LinkedHashMap<String, Tensor>();
    for (Parameter p : parameters) {
      Matrix value = p.value();
      MemorySegment cells = into.allocate(JAVA_FLOAT, (long) value.rows() * value.cols());
      backend.download(value, cells);
      tensors.put(p.name(), new Tensor(value.rows(), value.cols(), cells));
    }
    return new Safetensors(tensors, Map.of());
  }

  static void upload(Safetensors weights, List<Parameter> parameters, Backend backend) {
    for (Parameter p : parameters) {
      Tensor tensor = weights.tensors().get(p.name());
      if (tensor == null
          || tensor.rows() != p.value().rows()
          || tensor.cols() != p.value().cols()) {
        String found = tensor == null ? "nothing" : tensor.rows() + "×" + tensor.cols();
        throw new IllegalArgumentException(
            "weights: the model needs %s of %s, the file has %s; it was trained with other settings"
                .formatted(p.name(), p.value().shape(), found));
      }
      backend.upload(tensor.cells(), p.value());
    }
  }

  /** A digest of names and cells, equal for equal bits. */
  static String sha256(List<Parameter> parameters, Backend backend) {
    try (Arena scratch = Arena.ofConfined()) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      download(parameters, backend, scratch)
          .tensors()
          .forEach(
              (name, tensor) -> {
                digest.update(name.getBytes(UTF_8));
                digest.update(tensor.cells().asByteBuffer());
              });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
