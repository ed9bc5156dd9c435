package dev.atoll.cuda;

import dev.atoll.tensor.DType;
import java.util.List;

/** The names of element types in the sources of the kernels. */
final class ElementType {
  static final List<DType> FLOATS = List.of(DType.F32, DType.BF16, DType.F16);

  private ElementType() {}

  static String nameOf(DType type) {
    return switch (type) {
      case F32 -> "float";
      case BF16 -> "Bf16";
      case F16 -> "F16";
      case I32 -> "int";
      case I64 -> "long";
    };
  }
}
