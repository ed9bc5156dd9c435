package dev.atoll.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockModelTest {
  @ParameterizedTest
  @CsvSource({
    "products, 0.001",
    "products-even, 0.001",
    "products-even, 0.02",
    "reddit, 0.05",
    "reddit-even, 0.01",
    "papers, 0.0004",
    "papers-even, 0.0004",
    "arxiv, 0.02",
    "arxiv, 1"
  })
  void profilesHaveThePublishedCounts(String name, double scale) {
    Profile profile = Profile.named(name);
    SyntheticGraph model = profile.scaled(scale, 1);
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph = new CsrBuilder(model.options()).build(model.edges(), Storage.in(arena));
      double edges = profile.edgeCount() * (profile.directed() ? 1 : 2);
      double growth = name.equals("reddit") ? Math.sqrt(scale) : 1;
      assertEquals(Math.round(profile.nodeCount() * scale), graph.nodeCount());
      assertEquals(1, graph.edgeCount() / (edges * scale * growth), 0.005);
      assertEquals(scale, profile.scaleOf(profile.edgeCount() * scale * growth), 1e-9);
      assertEquals(!profile.directed(), GraphOperations.isSymmetric(graph, 2));
    }
  }

  @Test
  void arxivSymmetrisesToThePublishedCount() {
    SyntheticGraph model = Profile.ARXIV.scaled(1, 7);
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph =
          new CsrBuilder(model.options().symmetrized()).build(model.edges(), Storage.in(arena));
      assertEquals(1, graph.edgeCount() / 2_315_598.0, 0.01);
    }
  }

  @Test
  void neighboursKnowMoreThanANodeDoes() {
    for (Profile profile : Profile.ALL) {
      double scale = 4_000.0 / profile.nodeCount();
      SyntheticGraph model = relabelled(profile).scaled(scale, 3);
      try (Dataset data = model.inMemory(2);
          Arena arena = Arena.ofShared()) {
        CsrGraph graph = new GraphOperations(Storage.in(arena), 2).symmetrized(data.graph());
        var own = NearestCentre.of(data);
        double alone = own.score();
        double twoHops = own.averaged(graph).averaged(graph).score();
        assertTrue(
            twoHops > alone + 0.25,
            () -> "%s: alone %.3f, two hops %.3f".formatted(profile.name(), alone, twoHops));
        assertTrue(
            twoHops < 1 - 0.8 * profile.planting().labelNoise(),
            () -> "%s: two hops %.3f".formatted(profile.name(), twoHops));
      }
    }
  }

  /** A copy with all nodes labelled, whatever the profile. */
  private static Profile relabelled(Profile profile) {
    return new Profile(
        profile.name(),
        profile.nodeCount(),
        profile.edgeCount(),
        profile.directed(),
        profile.communitiesPerClass(),
        profile.variety(),
        profile.planting(),
        SplitCounts.ofShares(profile.nodeCount(), 0.5, 0.25));
  }

  /** Figures were measured on graphs of these names: they must not change. */
  @ParameterizedTest
  @CsvSource({
    "products-even, 0.002, 247172, 3236338920908868762",
    "reddit-even, 0.005, 572760, -3684545262913492792",
    "papers-even, 0.0001, 161557, 6436185935362827341",
    "arxiv, 0.02, 23305, -8994442376790600117",
  })
  void edgesStayAsTheyAre(String name, double scale, long edges, long checksum) {
    SyntheticGraph model = Profile.named(name).scaled(scale, 1);
    try (Arena arena = Arena.ofShared()) {
      CsrGraph graph = new CsrBuilder(model.options()).build(model.edges(), Storage.in(arena));
      assertEquals(edges, graph.edgeCount());
      assertEquals(checksum, AnchorGraph.checksum(graph, 2));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"products", "products-even"})
  void threadsDoNotMatter(String name) {
    SyntheticGraph model = Profile.named(name).scaled(0.002, 5);
    try (Dataset one = model.inMemory(1);
        Dataset three = model.inMemory(3)) {
      Same.assertSame(one, three);
    }
  }

  @Test
  void theSeedMatters() {
    try (Dataset one = Profile.ARXIV.scaled(0.01, 1).inMemory(2);
        Dataset two = Profile.ARXIV.scaled(0.01, 2).inMemory(2)) {
      assertTrue(one.graph().neighbors().mismatch(two.graph().neighbors()) >= 0);
    }
  }

  @Test
  void splitsHaveExactCountsAndOthersNoLabels() {
    SyntheticGraph model = Profile.PAPERS.scaled(0.0002, 1);
    try (Dataset data = model.inMemory(2)) {
      Split split = data.splits().get("split");
      assertEquals(Math.round(1_207_179 * 0.0002), split.count(Split.TRAIN));
      assertEquals(Math.round(125_265 * 0.0002), split.count(Split.VALIDATION));
      assertEquals(Math.round(214_338 * 0.0002), split.count(Split.TEST));
      var labels = (Labels.Single) data.labels().orElseThrow();
      for (long node = 0; node < split.rows(); node++) {
        assertEquals(split.role(node) == Split.NONE, labels.of(node) == -1);
      }
    }
  }

  @Test
  void classesAreOfLikeSize() {
    try (Dataset data = relabelled(Profile.ARXIV).scaled(0.1, 1).inMemory(2)) {
      var labels = (Labels.Single) data.labels().orElseThrow();
      long[] sizes = new long[40];
      for (long node = 0; node < labels.rows(); node++) {
        sizes[labels.of(node)]++;
      }
      for (long size : sizes) {
        assertEquals(labels.rows() / 40.0, (double) size, labels.rows() / 40.0 * 0.2);
      }
    }
  }

  @Test
  void oneNodeIsAGraph() {
    var model =
        new BlockModel(
            "one",
            1,
            0,
            false,
            1,
            new BlockModel.Mixing(1, 0),
            2.5,
            new Planting(1, 0, 1, 0),
            new SplitCounts(1, 0, 0),
            0);
    try (Dataset data = model.inMemory(2)) {
      assertEquals(1, data.graph().nodeCount());
      assertEquals(0, data.graph().edgeCount());
    }
  }

  @Test
  void tooManyEdgesAreRefused() {
    var model =
        new BlockModel(
            "dense",
            10,
            46,
            false,
            2,
            new BlockModel.Mixing(0.5, 0),
            2.5,
            new Planting(2, 1, 1, 0),
            new SplitCounts(1, 0, 0),
            0);
    var thrown = assertThrows(IllegalArgumentException.class, model::edges);
    assertTrue(thrown.getMessage().startsWith("46 edges do not fit 10 nodes"));
  }

  @Test
  void badSettingsAreNamed() {
    assertMessage(
        "unknown graph to imitate 'product'; did you mean 'products'?"
            + " Known: arxiv, papers, papers-even, products, products-even, reddit, reddit-even",
        () -> Profile.named("product"));
    assertMessage(
        "scale 1.0E-6 leaves 2 nodes of products; its 47 classes need at least as many",
        () -> Profile.PRODUCTS.scaled(1e-6, 1));
    assertMessage(
        "a split of 3 nodes does not fit a graph of 2",
        () -> new SplitCounts(1, 1, 1).roles(2, null));
    assertMessage(
        "shares of edges must be at least 0 and together at most 1, not 0.7 and 0.4",
        () -> new BlockModel.Mixing(0.7, 0.4));
  }

  private static void assertMessage(String message, Runnable body) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, body::run).getMessage());
  }
}
