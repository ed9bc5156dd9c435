package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Tests that arguments are laid out like those of a C++ compiler. */
final class ArgumentsTest {
  private final Arguments arguments = new Arguments();

  private MemorySegment argument(int index) {
    return arguments.table().getAtIndex(ADDRESS, index).reinterpret(64);
  }

  @Test
  void numbersAreOneArgumentEach() {
    arguments.start().integer(7).real(0.5f).word(9).integer(8);
    assertEquals(7, argument(0).get(JAVA_INT, 0));
    assertEquals(0.5f, argument(1).get(JAVA_FLOAT, 0));
    assertEquals(9, argument(2).get(JAVA_LONG, 0));
    assertEquals(8, argument(3).get(JAVA_INT, 0));
    assertEquals(0, argument(2).address() % Long.BYTES);
  }

  @Test
  void aMatrixIsItsAddressAndStride() {
    var matrix =
        new Matrix(Device.CPU, 2, 3, 4, DType.F32, MemorySegment.ofAddress(64).reinterpret(32));
    arguments.start().shape(matrix).matrix(matrix).matrix(null);
    assertEquals(2, argument(0).get(JAVA_INT, 0));
    assertEquals(3, argument(1).get(JAVA_INT, 0));
    assertEquals(64, argument(2).get(JAVA_LONG, 0));
    assertEquals(4, argument(2).get(JAVA_LONG, 8));
    assertEquals(0, argument(3).get(JAVA_LONG, 0));
  }

  @Test
  void aStructIsOneArgumentWithAlignedFields() {
    var dropout = new Dropout(0.5f, 77, null);
    arguments.start().struct().integer(1).matrix(null).dropout(dropout).end().integer(2);
    assertEquals(1, argument(0).get(JAVA_INT, 0));
    assertEquals(2f, argument(0).get(JAVA_FLOAT, 24));
    assertEquals(1 << 31, argument(0).get(JAVA_INT, 28));
    assertEquals(77, argument(0).get(JAVA_LONG, 32));
    assertEquals(2, argument(1).get(JAVA_INT, 0));
  }
}
