package dev.atoll.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
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
                ("bench placement --quiet --json - --threads 1 --like products-even --scale 0.001"
                        + " --devices 2 --rows 0.1n --first-rows")
                    .split(" "))
            .succeeded()
            .json();
    assertEquals(2, json.get("results").size(), "seeds dealt, and of parts");
    JsonNode first = json.at("/results/0");
    assertTrue(first.at("/chunk/host").asLong() < first.at("/chunk first-rows/host").asLong());
    assertTrue(json.get("cuttingSeconds").asDouble() > 0);
    for (String name : new String[] {"placement", "multilevel", "pagraph"}) {
      assertTrue(json.at("/seconds/" + name).asDouble() > 0, name);
    }
    JsonNode cached = first.get("cached");
    assertEquals(2, cached.get("perDevice").size());
    double busiest = cached.get("maxCost").asDouble();
    assertTrue(
        busiest >= cached.get("cost").asDouble() / 2, "the maximum is no less than the mean");
    assertEquals(1, cached.get("expectedMaxCost").asDouble() / busiest, 0.1);
    long all =
        cached.get("own").asLong() + cached.get("peer").asLong() + cached.get("host").asLong();
    assertEquals(0, first.at("/pagraph/peer").asLong());
    assertEquals(
        all,
        first.at("/published/own").asLong()
            + first.at("/published/peer").asLong()
            + first.at("/published/host").asLong(),
        "the same batches");
  }

  @Test
  void layersAreComparedAsNeighboursAre() throws IOException {
    JsonNode json =
        Outcome.of(
                ("bench placement --quiet --json - --threads 1 --like products-even --scale 0.001"
                        + " --devices 2 --rows 0.1n --layer-size 128")
                    .split(" "))
            .succeeded()
            .json();
    JsonNode cached = json.at("/results/0/cached");
    assertEquals(
        1, cached.get("expectedMaxCost").asDouble() / cached.get("maxCost").asDouble(), 0.15);
    assertTrue(json.at("/results/0/chunk first-rows").isMissingNode());
  }

  @Test
  void nearNodesOfLayersAreFavouredInGroups() throws IOException {
    String run =
        "--recipe placement --workers 1 --set placement.devices=4 --set placement.groups=2+2"
            + " --set sampler=local-aware --set sampler.base=ladies --set sampler.size=128"
            + " --set batch=70"
            + " --set sampler.scale=";
    double far = train(run + 1).at("/reads/host").asDouble();
    double near = train("--overwrite " + run + 8).at("/reads/host").asDouble();
    assertTrue(near < 0.9 * far, near + " of " + far);
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
  void aWorkerWithoutTrainingNodesCachesThoseOfTheOthers() throws IOException {
    JsonNode run = train("--recipe placement --workers 2 --set split=random:1/1300/1407");
    assertTrue(run.at("/memory/cacheBytes/0").asLong() > 0);
    assertTrue(run.at("/memory/cacheBytes/1").asLong() > 0);
  }

  @Test
  void whatDoesNotFitIsNamed() {
    fails("--recipe placement --set placement.rows=0", "rows '0' are 0 of 2708 nodes");
    fails("--recipe placement --set placement.rows=2n", "expected 1 to 2708");
    fails(
        "--recipe placement --set placement.devices=3 --set placement.groups=2+2",
        "placement.groups=2+2 are 4 devices");
    fails(
        "--recipe placement --set placement.devices=2 --set placement.alpha=much",
        "published, group or a number from 0.0 to 1.0");
    fails(
        "--recipe placement --set sampler=local-aware --set sampler.base=cluster",
        "cannot favour near nodes");
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
