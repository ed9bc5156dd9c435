package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs are readable by their owner only, unless the folder was made otherwise before. */
class PrivateFolderTest {
  @TempDir Path folder;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void runFoldersArePrivate() throws IOException {
    RunFolder run = new RunFolder(folder.resolve("runs/private"));
    try (RunWriter _ = RunWriter.create(run, Settings.of(List.of()), false)) {
      assertEquals("rwx------", mode(run.path()));
    }
  }

  @Test
  void filesOfAPrivateFolderArePrivate() throws IOException {
    Path made = folder.resolve("made");
    PrivateFolder.create(made);
    Path file = Files.writeString(made.resolve("weights"), "1");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    Path model = Files.createDirectory(made.resolve("model"));
    Files.setPosixFilePermissions(model, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path inside = Files.writeString(model.resolve("model.json"), "{}");
    Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rw-r--r--"));
    PrivateFolder.sealFiles(made);
    assertEquals("rw-------", mode(file));
    assertEquals("rwx------", mode(model));
    assertEquals("rw-------", mode(inside));
  }

  @Test
  void aFolderThatWasMadeBeforeIsLeftAsItIs() throws IOException {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    PrivateFolder.create(shared);
    Path file = Files.writeString(shared.resolve("weights"), "1");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    PrivateFolder.sealFiles(shared);
    assertEquals("rwxr-xr-x", mode(shared));
    assertEquals("rw-r--r--", mode(file));
  }
}
