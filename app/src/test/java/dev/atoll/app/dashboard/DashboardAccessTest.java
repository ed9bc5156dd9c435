package dev.atoll.app.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.serve.Access;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dashboard with a token shows nothing to those who do not have it. */
class DashboardAccessTest {
  private static final String TOKEN = "a-token-of-enough-characters";

  @TempDir Path folder;

  private DashboardServer start(InetAddress bind) throws IOException {
    Dashboard dashboard = new Dashboard(List.of(folder.resolve("runs")));
    return DashboardServer.start(dashboard, Access.of(bind, Optional.of(TOKEN)), 0);
  }

  @Test
  void withoutTheTokenNothingIsShown() throws IOException {
    try (DashboardServer server = start(InetAddress.getLoopbackAddress())) {
      Browser browser = new Browser(server.address());
      for (String path :
          List.of("/", "/run/x", "/metrics", "/compare?run=x", "/run/x?file=config.yaml")) {
        Browser.Answer answer = browser.get(path);
        assertEquals(401, answer.code(), path);
        assertTrue(answer.text().contains("type=\"password\""), path);
        assertFalse(answer.text().contains("runs"), path);
      }
      for (String wrong : List.of("Bearer wrong", "Bearer ", "Basic " + TOKEN, TOKEN)) {
        assertEquals(401, browser.get("/", Map.of("Authorization", wrong)).code(), wrong);
      }
      assertEquals(401, browser.get("/", Map.of("Cookie", "atoll-" + port(server) + "=")).code());
      assertEquals(200, browser.get("/page.css").code());
      assertEquals(403, browser.post("/login", "token=wrong").code());
    }
  }

  private static int port(DashboardServer server) {
    return server.address().getPort();
  }

  @Test
  void theTokenLetsInAsAHeaderOrThroughTheLoginPage() throws IOException {
    try (DashboardServer server = start(InetAddress.getLoopbackAddress())) {
      Browser browser = new Browser(server.address());
      assertEquals(200, browser.get("/", Map.of("Authorization", "Bearer " + TOKEN)).code());
      assertEquals(200, browser.get("/metrics", Map.of("Authorization", "Bearer " + TOKEN)).code());
      Browser.Answer login = browser.post("/login", "token=" + TOKEN);
      assertEquals(303, login.code());
      String cookie = login.header("Set-Cookie");
      assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), cookie);
      assertFalse(cookie.contains(TOKEN), cookie);
      String own = cookie.substring(0, cookie.indexOf(';'));
      assertEquals(200, browser.get("/", Map.of("Cookie", "other=1; " + own)).code());
      assertEquals(401, browser.get("/", Map.of("Cookie", own + "0")).code());
    }
  }

  /** Any host name is accepted if other machines have access, because the token protects. */
  @Test
  void onOtherAddressesTheTokenProtects() throws IOException {
    try (DashboardServer server = start(InetAddress.getByName("0.0.0.0"))) {
      Browser browser = new Browser(server.address());
      assertEquals(401, browser.raw("GET", "/", "cluster.example:80"));
      assertEquals(200, browser.get("/", Map.of("Authorization", "Bearer " + TOKEN)).code());
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> Access.of(InetAddress.getByName("0.0.0.0"), Optional.empty()));
  }

  @Test
  void aFolderThatIsNotThereYetMayCome() throws IOException {
    Path runs = folder.resolve("later");
    Dashboard dashboard = new Dashboard(List.of(runs));
    try (DashboardServer server = DashboardServer.start(dashboard, Access.local(), 0)) {
      Browser browser = new Browser(server.address());
      Browser.Answer empty = browser.get("/");
      assertEquals(200, empty.code());
      assertTrue(empty.text().contains("There is no run in " + runs), empty.text());
      Path run = Files.createDirectories(runs.resolve("first"));
      Files.writeString(run.resolve("config.yaml"), "recipe: single\n");
      Files.writeString(run.resolve("metrics.jsonl"), "");
      assertTrue(browser.get("/").text().contains("/run/first"));
    }
  }

  @Test
  void runsOfAComparisonBearItsName() throws IOException {
    Path run = Files.createDirectories(folder.resolve("my-comparison/runs/1-single"));
    Files.writeString(folder.resolve("my-comparison/comparison.yaml"), "");
    Files.writeString(run.resolve("config.yaml"), "recipe: single\n");
    Files.writeString(run.resolve("metrics.jsonl"), "");
    Dashboard dashboard = new Dashboard(List.of(folder.resolve("my-comparison")));
    assertEquals("my-comparison/runs/1-single", dashboard.summary().getFirst().name());
  }
}
