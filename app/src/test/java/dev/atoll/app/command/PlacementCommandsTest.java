package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Placement and the samplers that save communication, from the command line. */
class PlacementCommandsTest {
  @TempDir private Path folder;

  @Test
  void placementsAreCompared() throws IOException {
    JsonNode json =
        Outcome.of(
                ("bench placement --quiet --json - --threads 1 --like products --scale 0.001"
                        + " --devices 2 --rows 0.1n")
                    .split(" "))
            .succeeded()
            .json();
    assertEquals(2, json.get("results").size(), "seeds dealt, and of parts");
    JsonNode first = json.at("/results/0");
    assertTrue(first.at("/cached/host").asLong() <= first.at("/chunk/host").asLong());
    assertTrue(json.get("cuttingSeconds").asDouble() > 0);
  }

  @Test
  void rowsAreCountedByTier() throws IOException {
    JsonNode run =
        train(
            "--recipe placement --workers 1 --set placement.devices=2 --set placement.rows=200"
                + " --set sampler=local-aware --set sampler.scale=2 --set batch=70");
    for (String tier : new String[] {"local", "peer", "host"}) {
      assertTrue(run.at("/reads/" + tier).asLong() > 0, run.at("/reads").toString());
    }
    assertTrue(run.at("/memory/cacheBytes/0").asLong() > 0);
  }

  @Test
  void whatDoesNotFitIsNamed() {
    fails("--recipe placement --set placement.rows=0", "rows '0' are 0 of 2708 nodes");
    fails("--recipe placement --set placement.rows=2n", "expected 1 to 2708");
    fails(
        "--recipe placement --set placement.devices=3 --set placement.groups=2+2",
        "placement.groups=2+2 are 4 devices");
    fails("--recipe ladies --set sampler.size=9999", "at most the 2708 nodes");
    fails("--recipe ladies --set sampler.size=5,5,5", "names 3 layers, but there are 2");
    fails("--recipe cluster-gcn --set sampler.clusters=9999", "at most the 2708 nodes");
    fails(
        "--recipe distdgl --set sampler=local-aware --set checkpoint.every=2",
        "expected checkpoint.every=0");
  }

  private JsonNode train(String options) throws IOException {
    String line = "train --quiet --json - --epochs 1 --out " + folder.resolve("run") + " ";
    return Outcome.of((line + options).split(" ")).succeeded().json();
  }

  private void fails(String options, String said) {
    String line = "train --quiet --epochs 1 --out " + folder.resolve("bad") + " ";
    Outcome outcome = Outcome.of((line + options).split(" "));
    assertTrue(outcome.code() > 0 && outcome.err().contains(said), outcome.err());
  }
}
