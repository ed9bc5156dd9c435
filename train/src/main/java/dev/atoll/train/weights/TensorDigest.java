package dev.atoll.train.weights;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.train.weights.Safetensors.Tensor;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** SHA-256 of tensors, by name and elements, and files that contain their own digest. */
public final class TensorDigest {
  private static final String NAME = "sha256";

  private TensorDigest() {}

  /** Equal for equal bits. */
  public static String of(String text, Map<String, Tensor> tensors) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(text.getBytes(UTF_8));
      tensors.forEach(
          (name, tensor) -> {
            digest.update(name.getBytes(UTF_8));
            digest.update(tensor.elements().asByteBuffer());
          });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Tensors with a text about them, and the digest of both. */
  public static Safetensors sealed(Map<String, Tensor> tensors, String textName, String text) {
    var metadata = new LinkedHashMap<String, String>();
    metadata.put(textName, text);
    metadata.put(NAME, of(text, tensors));
    return new Safetensors(tensors, metadata);
  }

  /**
   * The text of a sealed file.
   *
   * @throws IllegalArgumentException when the file is damaged
   */
  public static String check(Safetensors content, String textName, Path file) {
    String text = content.metadata().getOrDefault(textName, "");
    String expected = content.metadata().getOrDefault(NAME, "none");
    String found = of(text, content.tensors());
    if (!found.equals(expected)) {
      throw new IllegalArgumentException(
          "%s: damaged: expected SHA-256 %s, found %s; delete it to begin the run again"
              .formatted(file, expected, found));
    }
    return text;
  }
}
