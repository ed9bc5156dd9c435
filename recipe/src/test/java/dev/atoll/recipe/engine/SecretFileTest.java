package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
  @TempDir private Path folder;

  private Path file(String secret) throws IOException {
    Path file = Files.createTempFile(folder, "secret", "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(file, secret);
  }

  @Test
  void randomSecretsAndLongPhrasesAreTaken() throws IOException {
    assertEquals("0123456789abcdef", SecretFile.read(file("0123456789abcdef\n")));
    assertEquals(
        "correct horse battery staple", SecretFile.read(file("correct horse battery staple")));
    Path made = folder.resolve("made");
    assertEquals(SecretFile.create(made), SecretFile.read(made));
  }

  @Test
  void shortAndSimpleOnesAreRefused() throws IOException {
    assertRefused("0123456789abcde", "15 characters");
    assertRefused("aaaaaaaaaaaaaaaaaaaaaaaa", "1 different characters");
    assertRefused("passwordpassword", "7 different characters");
  }

  private void assertRefused(String secret, String words) throws IOException {
    Path file = file(secret);
    String message = assertThrows(BadDataException.class, () -> SecretFile.read(file)).getMessage();
    assertTrue(message.contains(file.toString()) && message.contains(words), message);
    assertTrue(message.contains("openssl rand -hex 32"), message);
  }
}
