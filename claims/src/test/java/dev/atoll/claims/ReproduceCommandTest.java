package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
  @TempDir Path folder;

  @Test
  void claimsAreListed() throws IOException {
    JsonNode json = Outcome.of("reproduce", "--list", "--json", "-").succeeded().json();
    assertEquals(31, json.get("claims").size());
    json = Outcome.of("reproduce", "--list", "--paper", "sancus", "--json", "-").json();
    assertEquals(4, json.get("claims").size());
  }

  @Test
  void aClaimIsMeasured() throws IOException {
    String out = folder.toString();
    String kept = folder.resolve("kept").toString();
    JsonNode json =
        Outcome.of(
                "reproduce",
                "--claim",
                "13",
                "--quick",
                "--out",
                out,
                "--json",
                "-",
                "--keep",
                kept)
            .succeeded()
            .json();
    JsonNode claim = json.at("/claims/0");
    assertEquals("holds", claim.get("verdict").asText());
    assertTrue(claim.get("mean").asDouble() > 2);
    assertTrue(claim.at("/commands/1").asText().startsWith("atoll partition --data "));
    for (String file : new String[] {"claims.json", "claims.md", "report.html"}) {
      assertTrue(Files.size(folder.resolve(file)) > 100, file);
    }
    Path page = folder.resolve("kept.md");
    String text = Files.readString(page);
    assertTrue(
        text.contains(
            "Of 35 claims (31 numbers, 4 of them in two halves) 1 holds and 34 are not tried."),
        text);
    assertTrue(text.contains("    atoll partition --data work/reddit-0.01 --parts 8"), text);
    Files.delete(page);
    Outcome.of("reproduce", "--page", "--keep", kept).succeeded();
    assertEquals(text, Files.readString(page));
  }

  @Test
  void mistakesAreNamed() {
    Outcome.of("reproduce", "--claim", "32").failed(2, "no claim 32", "1 to 31");
    Outcome.of("reproduce", "--paper", "bns").failed(2, "unknown paper 'bns'", "bns-gcn");
    Outcome.of("reproduce", "--claim", "13", "--device", "cuda")
        .failed(2, "--device", "22, 23, 24");
    Outcome.of("reproduce", "--claim", "22", "--device", "gpu").failed(2, "unknown device 'gpu'");
  }
}
