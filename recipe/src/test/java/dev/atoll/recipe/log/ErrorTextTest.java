package dev.atoll.recipe.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class ErrorTextTest {
  @Test
  void aWrappedErrorKeepsItsOwnWords() {
    var cause = new IOException("a header of -1 bytes");
    assertEquals(
        "cannot read w.safetensors: a header of -1 bytes",
        ErrorText.of(
            new UncheckedIOException("cannot read w.safetensors: a header of -1 bytes", cause)));
    assertEquals("a header of -1 bytes", ErrorText.of(new UncheckedIOException(cause)));
    assertEquals(
        "no such file or folder: x",
        ErrorText.of(new UncheckedIOException(new NoSuchFileException("x"))));
  }

  @Test
  void mappedBytesThatAreGoneAreNoBug() {
    var fault = new InternalError("a fault occurred in an unsafe memory access operation");
    assertFalse(ErrorText.isBug(fault));
    assertTrue(ErrorText.of(fault).contains("cut off"), ErrorText.of(fault));
    assertTrue(ErrorText.isBug(new InternalError("other")));
  }
}
