package dev.atoll.cuda;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.cuda.driver.DriverException;
import dev.atoll.cuda.driver.Nvrtc;
import dev.atoll.cuda.driver.Programs.Program;
import dev.atoll.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** The sources compile; needs the compiler, not a GPU. */
final class NvrtcTest {
  private static final int HOPPER = 90;

  static List<Program> programs() {
    return List.of(
        Program.of("elements.cu"),
        Program.of("elements.cu", "FROM=Bf16", "TO=Bf16"),
        Program.of("rows.cu"),
        Program.of("rows.cu", "FROM=Bf16"),
        Program.of("scatter.cu"),
        Program.of("sample.cu"),
        Program.of("max.cu", "LONG=1024"),
        SplitProducts.PRODUCTS,
        Program.of("edges.cu", "LONG=1024"),
        new AttentionShape(DType.F32, 4, 16, 1, 2).program(false),
        new AttentionShape(DType.BF16, 8, 8, 1, 4).program(true),
        new AttentionShape(DType.F32, 1, 32, 19, 1).program(true),
        Program.of("copy.cu", "FROM=Bf16", "TO=float"),
        Program.of("copy.cu", "FROM=float", "TO=F16"),
        new SpmmShape(DType.F32, DType.F32, 4, 32, 5, 1, false, true, false, false).program(),
        new SpmmShape(DType.BF16, DType.BF16, 8, 8, 1, 1, false, false, false, false).program(),
        new SpmmShape(DType.F32, DType.F32, 1, 1, 1, 1, true, true, false, false).program(),
        new SpmmShape(DType.F32, DType.F32, 4, 8, 1, 8, true, false, true, false).program(),
        new SpmmShape(DType.F32, DType.F32, 4, 32, 2, 1, false, false, true, true).program(),
        new SpmmShape(DType.F32, DType.F32, 4, 32, 1, 1, false, false, true, true).program());
  }

  @ParameterizedTest
  @MethodSource("programs")
  void everySourceCompiles(Program program) {
    byte[] code = compiler().compile(program.file(), program.source(), program.options(HOPPER));
    assertTrue(code.length > 0);
  }

  @Test
  void whatDoesNotCompileIsNamed() {
    Nvrtc compiler = compiler();
    var e =
        assertThrows(
            DriverException.class, () -> compiler.compile("bad.cu", "nonsense", List.of()));
    assertTrue(e.getMessage().contains("bad.cu does not compile"), e.getMessage());
  }

  private static Nvrtc compiler() {
    try {
      return new Nvrtc();
    } catch (DriverException e) {
      throw new TestAbortedException("skipped: " + e.getMessage(), e);
    }
  }
}
