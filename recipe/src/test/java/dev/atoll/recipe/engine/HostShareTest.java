package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.files.FileDigest;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostShareTest {
  @TempDir private Path folder;

  private static HostOrders orders(String run) {
    return new HostOrders(
        "id", 2, List.of(1), "node1", 7000, "node2", run, "lock", "", "shards", "index", "", "");
  }

  /** Otherwise a machine that joins would overwrite a run of its own that has the same name. */
  @Test
  void aFinishedRunStaysAsItIs() throws IOException {
    Path run = folder.resolve("run");
    try (Session session = Session.open("cora")) {
      session.train(Recipe.named("single").with("epochs", 1).with("threads", 1), run, event -> {});
    }
    Map<String, String> before = digests(run);
    assertTrue(before.size() > 3, before::toString);
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> HostShare.open(run, orders("/lead/run")).close());
    assertTrue(e.getMessage().contains("no share of the run /lead/run"), e.getMessage());
    assertTrue(e.getMessage().contains("--folder"), e.getMessage());
    assertEquals(before, digests(run));
  }

  private static Map<String, String> digests(Path folder) throws IOException {
    var digests = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        digests.put(file.toString(), FileDigest.of(file));
      }
    }
    return digests;
  }

  @Test
  void aShareOfAnotherRunStaysAsItIs() throws IOException {
    Path share = folder.resolve("share");
    HostShare first = HostShare.open(share, orders("/lead/first"));
    Files.writeString(share.resolve("config.yaml"), "of the first run");
    first.close();
    Map<String, String> before = digests(share);
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> HostShare.open(share, orders("/lead/second")).close());
    assertTrue(e.getMessage().contains("is a share of the run /lead/first"), e.getMessage());
    assertEquals(before, digests(share));
    try (HostShare again = HostShare.open(share, orders("/lead/first"))) {
      again.delete();
    }
    assertFalse(Files.exists(share), "it was made for the share");
  }

  @Test
  void theUsualFolderHasTheNameOfTheRun() {
    assertEquals(Path.of("runs/papers"), JoinedHost.usualFolder(orders("/lead/runs/papers")));
  }
}
