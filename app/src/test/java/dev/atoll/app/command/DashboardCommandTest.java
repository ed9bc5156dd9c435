package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardCommandTest {
  @TempDir Path folder;

  @Test
  void aBadFolderIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Outcome.of("dashboard", file.toString()).failed(1, "is a file");
  }

  @Test
  void otherMachinesNeedAToken() {
    String[] all = {"dashboard", folder.toString(), "--bind", "0.0.0.0"};
    Outcome.of(all).failed(2, "--bind 0.0.0.0", "--token");
    Outcome.of("dashboard", folder.toString(), "--token", "short").failed(2, "16");
    Outcome.of("dashboard", folder.toString(), "--bind", "no.such.host.invalid")
        .failed(2, "--bind", "no such address");
  }

  @Test
  void nothingIsNotExported() {
    Outcome.of("dashboard", folder.resolve("absent").toString(), "--export", "page.html")
        .failed(1, "there is no run in");
    Path page = folder.resolve("page.html");
    Outcome.of("dashboard", folder.toString(), "--export", page.toString())
        .failed(1, "there is no run in");
    assertFalse(Files.exists(page));
  }

  @Test
  void aTakenPortIsNamed() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Outcome.of("dashboard", folder.toString(), "--port", port)
          .failed(1, "port " + port, "--port");
    }
  }
}
