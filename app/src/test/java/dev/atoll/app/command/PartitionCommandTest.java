package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionCommandTest {
  @TempDir Path folder;

  private static Outcome partition(String... args) {
    return Outcome.of(
        Stream.concat(Stream.of("partition"), Stream.of(args)).toArray(String[]::new));
  }

  private static JsonNode json(String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--quiet", "--json", "-"));
    return partition(all.toArray(String[]::new)).succeeded().json();
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private static long sum(JsonNode json, String field) {
    return StreamSupport.stream(json.get("perPart").spliterator(), false)
        .mapToLong(part -> part.get(field).asLong())
        .sum();
  }

  @Test
  void coraIsCutIntoFour() throws IOException {
    JsonNode json = json();
    assertEquals("multilevel", json.get("partitioner").asText());
    assertEquals(4, json.get("parts").asInt());
    assertTrue(json.get("cut").asInt() > 0 && json.get("cut").asInt() < 700, json.toString());
    for (String share : List.of("nodes", "edges", "train", "val", "test")) {
      assertTrue(json.at("/imbalance/" + share).asDouble() <= 1.031, json.toString());
    }
    assertTrue(json.get("held").asBoolean());
    assertEquals(json.get("volume").asLong(), sum(json, "halo"));
    assertEquals(4, json.get("haloNodes").size());
    assertEquals(2708, sum(json, "nodes"));
    assertEquals(10556, sum(json, "edges"));
    assertEquals(140, sum(json, "train"));
    long rows = json.get("expectedRemoteRowsPerEpoch").asLong();
    assertTrue(rows > 0);
    assertEquals(rows * 1433 * 4.0, json.get("expectedFeatureBytesPerEpoch").asDouble(), 1433 * 4);
    assertTrue(json.get("seconds").asDouble() > 0 && json.get("peakBytes").asLong() > 0);
    String text = partition().succeeded().out();
    assertTrue(text.contains("held") && text.contains("volume"), text);
  }

  @Test
  void theSeedFixesThePartsOnAnyNumberOfThreads() throws IOException {
    String one = json("--threads", "1").get("digest").asText();
    assertEquals(one, json("--threads", "3").get("digest").asText());
    assertNotEquals(one, json("--seed", "5").get("digest").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"multilevel", "stream", "blocks", "pagraph", "chunk", "random"})
  void everyPartitionerCoversTheGraph(String name) throws IOException {
    JsonNode json = json("--partitioner", name, "--parts", "3");
    assertEquals(name, json.get("partitioner").asText());
    assertEquals(2708, sum(json, "nodes"));
  }

  @Test
  void onlyWhatIsAskedForIsBalanced() throws IOException {
    JsonNode json = json("--balance", "nodes,train:0.2", "--tolerance", "0.01");
    assertEquals(0.01, json.at("/tolerance/nodes").asDouble());
    assertEquals(0.2, json.at("/tolerance/train").asDouble());
    assertEquals(2, json.get("tolerance").size());
    assertEquals(5, json.get("imbalance").size());
    assertTrue(json.at("/imbalance/nodes").asDouble() <= 1.011);
    assertTrue(partition("--balance", "nodes").succeeded().out().contains("not asked for"));
  }

  @Test
  void objectiveAndEffortAreHeeded() throws IOException {
    JsonNode cut = json("--parts", "8");
    JsonNode volume = json("--parts", "8", "--objective", "volume");
    JsonNode quality = json("--parts", "8", "--effort", "quality");
    assertTrue(volume.get("volume").asLong() <= cut.get("volume").asLong());
    assertEquals("quality", quality.get("effort").asText());
    assertNotEquals(cut.get("digest"), quality.get("digest"));
    JsonNode fast = json("--parts", "8", "--effort", "fast");
    assertEquals("fast", fast.get("effort").asText());
    assertNotEquals(cut.get("digest"), fast.get("digest"));
  }

  @Test
  void moreParts() throws IOException {
    String text = partition("--parts", "20", "--balance", "nodes").succeeded().out();
    assertTrue(text.contains("least") && text.contains("most"), text);
    assertEquals(0, json("--parts", "1").get("cut").asInt());
  }

  /** Cora: 2,708 nodes of 1,433 columns, 10,556 edges. */
  @Test
  void topologyIsReportedBesideFeatures() throws IOException {
    JsonNode own = json("--parts", "2").at("/perPart/0");
    JsonNode whole = json("--parts", "2", "--topology", "replicated").at("/perPart/0");
    long replicated = 2709 * 8 + (10_556 + whole.get("halo").asLong()) * 4;
    assertEquals(replicated, whole.get("topologyBytes").asLong());
    assertEquals(replicated, own.get("replicatedTopologyBytes").asLong());
    assertTrue(own.get("topologyBytes").asLong() < replicated);
    long features = own.get("nodes").asLong() * 1433 * 4;
    assertEquals(features, own.get("featureBytes").asLong());
    assertEquals(features + own.get("topologyBytes").asLong(), own.get("bytes").asLong());
    JsonNode info = Outcome.of("info", "cora", "--json", "-").succeeded().json();
    assertEquals(2709 * 8 + 10_556 * 4, info.get("topologyBytes").asLong());
    assertTrue(info.get("featureBytes").asLong() > 0);
  }

  @Test
  void shardsAreWrittenAndDescribed() throws IOException {
    JsonNode cut = json("--out", file("shards"));
    JsonNode info = Outcome.of("info", file("shards"), "--json", "-").succeeded().json();
    assertEquals("shards", info.get("kind").asText());
    assertEquals(4, info.get("parts").asInt());
    assertEquals("cora", info.at("/origin/dataset").asText());
    assertEquals(cut.get("digest"), info.at("/origin/assignmentSha256"));
    assertEquals(cut.get("haloNodes").get(2), info.at("/perPart/2/halo"));
    assertTrue(Outcome.of("info", file("shards")).succeeded().out().contains("partitioned"));
    partition("--out", file("whole"), "--topology", "replicated").succeeded();
    assertTrue(Outcome.of("info", file("whole")).succeeded().out().contains("replicated"));
  }

  @Test
  void damagedShardsAreNamed() throws IOException {
    json("--out", file("shards"));
    Path harmed = folder.resolve("shards/part-1-halo.npy");
    byte[] bytes = Files.readAllBytes(harmed);
    bytes[bytes.length - 1] ^= 1;
    Files.write(harmed, bytes);
    Outcome.of("info", file("shards")).failed(1, "part-1-halo.npy: damaged", "cut the dataset");
    Files.writeString(folder.resolve("shards/shards.json"), "{}");
    Outcome.of("info", file("shards")).failed(1, "shards.json");
  }

  @Test
  void assignmentsGoOutAndComeBack() throws IOException {
    JsonNode ours = json("--parts", "6", "--assignment", file("parts.txt"));
    assertEquals(2708, Files.readAllLines(folder.resolve("parts.txt")).size());
    JsonNode back = json("--from", file("parts.txt"));
    assertEquals("file", back.get("partitioner").asText());
    for (String field : List.of("parts", "cut", "volume", "imbalance", "digest", "perPart")) {
      assertEquals(ours.get(field), back.get(field), field);
    }
    assertEquals(7, json("--from", file("parts.txt"), "--parts", "7").get("parts").asInt());
  }

  @Test
  void foreignAssignmentsAreChecked() throws IOException {
    json("--parts", "6", "--assignment", file("parts.txt"));
    partition("--from", file("parts.txt"), "--parts", "5")
        .failed(1, "parts.txt: line ", "\"5\"; expected a part: a whole number from 0 to 4");
    Files.writeString(folder.resolve("parts.txt"), "0\n1\n0\n1\n");
    partition("--from", file("parts.txt"), "--data", shortLoop())
        .failed(1, "line 4: more lines than the graph's 3 nodes");
    Files.writeString(folder.resolve("parts.txt"), "0\n1\n");
    partition("--from", file("parts.txt")).failed(1, "2 lines; expected one per node, 2708");
    Files.writeString(folder.resolve("loop.txt"), "0\n9999\n2\n");
    partition("--from", file("loop.txt"), "--data", shortLoop())
        .failed(1, "loop.txt: line 2: \"9999\"; expected a part: a whole number from 0 to 2");
    partition("--from", file("none.txt")).failed(1, "no such file", "none.txt");
  }

  /** Three nodes in a ring, without a split. */
  private String shortLoop() throws IOException {
    Path edges = Files.writeString(folder.resolve("edges.csv"), "source,target\n0,1\n1,2\n2,0\n");
    if (!Files.exists(folder.resolve("loop"))) {
      Outcome.of("import", edges.toString(), "--out", file("loop")).succeeded();
    }
    return file("loop");
  }

  @Test
  void datasetsWithoutSplitAreCutByWhatTheyHave() throws IOException {
    JsonNode json = json("--data", shortLoop());
    assertEquals(3, json.get("parts").asInt(), "no more parts than nodes");
    assertEquals(2, json.get("imbalance").size());
    assertFalse(json.has("expectedRemoteRowsPerEpoch"));
    partition("--data", shortLoop(), "--parts", "2", "--balance", "nodes,train")
        .failed(1, "--balance", "'train' cannot be balanced", "has no split");
  }

  @Test
  void thePictureIsDrawn() throws IOException {
    partition("--svg", file("parts.svg"), "--quiet").succeeded();
    assertTrue(Files.readString(folder.resolve("parts.svg")).startsWith("<svg"));
  }

  @Test
  void aDryRunForetellsAndWritesNothing() throws IOException {
    JsonNode json = json("--dry-run", "--out", file("shards"));
    assertTrue(json.get("fits").asBoolean());
    assertTrue(json.get("bytes").asLong() > 0);
    assertFalse(Files.exists(folder.resolve("shards")));
    assertTrue(partition("--dry-run").succeeded().out().contains("it fits"));
  }

  @Test
  void badUsageIsNamed() throws IOException {
    partition("--parts", "0").failed(2, "--parts cannot be 0", "from 1 to 2708");
    partition("--parts", "2709").failed(2, "--parts cannot be 2709", "2,708 nodes");
    partition("--partitioner", "multilvel").failed(2, "did you mean 'multilevel'?", "pagraph");
    partition("--balance", "trian").failed(2, "--balance", "did you mean 'train'?");
    partition("--objective", "vol").failed(2, "did you mean 'volume'?");
    partition("--topology", "copied").failed(2, "one of partitioned, replicated");
    partition("--tolerance", "-1").failed(2, "--tolerance", "partition.tolerance cannot be '-1'");
    partition("--fanouts", "5,0").failed(2, "--fanouts");
    partition("--batch", "0").failed(2, "--batch");
    partition("--data", "croa").failed(2, "did you mean 'cora'?");
  }

  @Test
  void whatCannotBeHeldIsNamed() {
    partition("--parts", "100", "--balance", "edges")
        .failed(1, "constraint 'edges': node", "Use fewer parts or a tolerance of at least 0.6");
  }

  @Test
  void nothingIsOverwrittenAndNothingHalfWrittenStays() throws IOException {
    Files.createDirectory(folder.resolve("precious"));
    Files.writeString(folder.resolve("precious/file"), "mine");
    partition("--out", file("precious")).failed(1, "already exists");
    partition("--out", file("edge"), "--parts", "100", "--balance", "edges").failed(1, "edges");
    partition("--assignment", file("precious/file/parts.txt")).failed(1, "precious/file");
    try (Stream<Path> inside = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("precious")), inside.toList());
    }
  }
}
