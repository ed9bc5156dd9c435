package dev.atoll.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.build.DatasetBuilder;
import dev.atoll.recipe.model.ModelFolder;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.recipe.run.Json;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.Await;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
  private static final Recipe BNS =
      Recipe.named("bns-gcn")
          .with("exchange.rate", 0.5)
          .with(Keys.WORKERS, 2L)
          .with("epochs", 3)
          .with("threads", 1);

  @TempDir Path folder;

  @Test
  void aRecipeTrainsOnSeveralWorkers() throws IOException {
    try (Session session = Session.open("cora")) {
      List<Integer> epochs = new ArrayList<>();
      Session.Trained trained = session.train(BNS, event -> note(event, epochs));
      assertEquals(List.of(0, 1, 2), epochs);
      assertEquals(2, trained.result().workers());
      assertEquals("bns-gcn", trained.result().recipe());
      assertEquals(trained.training().weightsSha256(), trained.result().weightsSha256());
      assertTrue(trained.result().totalBytesPerEpoch() > 0, "workers exchange rows");
      assertFalse(trained.weights().tensors().isEmpty());
    }
  }

  @Test
  void trainingGivesTheModelThatTheRunFolderHas() throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        Session session = Session.open("cora");
        var cpu = CpuBackend.open(1);
        Arena arena = Arena.ofShared()) {
      Path run = folder.resolve("run");
      Session.Trained trained =
          session.train(BNS.with("features.normalize", "standard"), run, _ -> {});
      try (TrainedModel model = trained.model(cora, cpu);
          TrainedModel stored = TrainedModel.open(run, cora, cpu)) {
        assertEquals(stored.info().origin().weightsSha256(), model.info().origin().weightsSha256());
        assertEquals(trained.training().evaluation(), model.evaluate());
        assertEquals(
            -1,
            stored
                .inference()
                .logits(arena)
                .elements()
                .mismatch(model.inference().logits(arena).elements()));
      }
    }
  }

  @Test
  void aListenerCancels() throws IOException {
    try (Session session = Session.open("cora")) {
      for (String engine : List.of("threads", "processes")) {
        Path run = folder.resolve(engine);
        var stop = new CancellationException("enough");
        var thrown =
            assertThrows(
                CancellationException.class,
                () ->
                    session.train(
                        BNS.with("epochs", 1000).with("engine", engine),
                        run,
                        event -> {
                          if (event instanceof EpochFinished done && done.epoch() == 1) {
                            throw stop;
                          }
                        }));
        assertSame(stop, thrown);
        assertFalse(new RunFolder(run).isFinished(), engine);
      }
      assertEquals(3, session.train(BNS, _ -> {}).result().epochs());
    }
  }

  /**
   * Sessions release weights: a search over many settings would otherwise hold the weights of all.
   */
  @Test
  void weightsThatNobodyUsesAreReleased() throws Exception {
    try (Session session = Session.open("cora")) {
      var memory = new WeakReference<>(scopeOfWeights(session));
      Await.until(
          "the release of the weights",
          () -> {
            System.gc();
            return memory.get() == null;
          });
    }
  }

  private static MemorySegment.Scope scopeOfWeights(Session session) throws IOException {
    Recipe brief = Recipe.named("single").with("epochs", 1).with("threads", 1);
    var weights = session.train(brief, _ -> {}).weights().tensors().values();
    return weights.iterator().next().elements().scope();
  }

  /** A grid of runs on one dataset would otherwise hold the splits and graphs of all. */
  @Test
  void aTrainingKeepsNothingInTheMemoryOfItsDataset() throws IOException {
    var allocated = new AtomicLong();
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        Session session = Session.on(cora.withMemory(counting(cora.memory(), allocated)))) {
      Recipe brief = Recipe.named("distdgl").with("epochs", 1).with("threads", 1);
      session.train(brief.with("split", "random:60/20/20"), _ -> {});
      session.train(brief.with("task", "link"), _ -> {});
      assertEquals(0, allocated.get());
    }
  }

  private static Arena counting(Arena arena, AtomicLong bytes) {
    return new Arena() {
      @Override
      public MemorySegment allocate(long size, long alignment) {
        bytes.addAndGet(size);
        return arena.allocate(size, alignment);
      }

      @Override
      public MemorySegment.Scope scope() {
        return arena.scope();
      }

      @Override
      public void close() {
        arena.close();
      }
    };
  }

  private static void note(TrainEvent event, List<Integer> epochs) {
    if (event instanceof EpochFinished finished) {
      epochs.add(finished.epoch());
    }
  }

  @Test
  void aDatasetInMemoryGivesTheSameWeights() throws IOException {
    Path files = folder.resolve("run");
    try (Dataset cora = DatasetCatalog.standard().open("cora");
        Session session = Session.on(cora);
        Session named = Session.open("cora")) {
      Session.Trained trained = session.train(BNS, files, _ -> {});
      assertEquals(
          named.train(BNS, _ -> {}).result().weightsSha256(), trained.result().weightsSha256());
      assertEquals(Json.line(trained.result()), Json.line(new RunFolder(files).readResult()));
      assertEquals(3, new RunFolder(files).readMetrics().size());
      assertThrows(
          SettingsException.class, () -> session.train(BNS.with("engine", "processes"), _ -> {}));
    }
  }

  @Test
  void theDecisionOfARunIsKeptWithItsModel() throws IOException {
    Path files = folder.resolve("run");
    try (Dataset rare = rare();
        Session session = Session.on(rare)) {
      Recipe recipe =
          Recipe.named("single").with("decision", "f1").with("epochs", 3).with("threads", 1);
      session.train(recipe, files, _ -> {});
    }
    assertEquals(1, ModelFolder.in(files).info().decision().label());
  }

  /** A dataset in which one node in five is of class 1. */
  private static Dataset rare() {
    float[][] features = new float[20][];
    int[] labels = new int[20];
    for (int node = 0; node < 20; node++) {
      labels[node] = node % 5 == 0 ? 1 : 0;
      features[node] = new float[] {labels[node], node % 3};
    }
    int[] first = IntStream.range(0, 19).toArray();
    return new DatasetBuilder("rare", 20)
        .undirectedEdges(first, IntStream.range(1, 20).toArray())
        .features(features)
        .labels(labels)
        .split(
            IntStream.range(0, 10).toArray(),
            IntStream.range(10, 16).toArray(),
            IntStream.range(16, 20).toArray())
        .build();
  }

  @Test
  void settingsWithoutEffectAreRefusedAsOnTheCommandLine() throws IOException {
    try (Dataset rare = rare();
        Session session = Session.on(rare)) {
      for (Recipe idle :
          List.of(
              Recipe.named("bns-gcn").with("workers", 2).with("fanouts", "5,5"),
              Recipe.named("vanilla").with("workers", 2).with("exchange.cacheMiB", 8))) {
        String said =
            assertThrows(SettingsException.class, () -> session.train(idle, _ -> {})).getMessage();
        assertTrue(said.contains("has no effect"), said);
      }
    }
  }

  @Test
  void rankMetricsNeedTwoClassesAmongTheValidationNodes() throws IOException {
    try (Dataset rare = rare();
        Session session =
            Session.on(rare.withSplits(Map.of("split", withoutRareValidation(rare))))) {
      for (String metric : List.of("auc", "averagePrecision")) {
        Recipe recipe = Recipe.named("single").with("select.metric", metric).with("epochs", 2);
        String said =
            assertThrows(SettingsException.class, () -> session.train(recipe, _ -> {}))
                .getMessage();
        assertTrue(said.contains("all validation nodes have one class, '0'"), said);
        assertTrue(said.contains("select.metric=accuracy"), said);
      }
      session.train(Recipe.named("single").with("epochs", 2).with("threads", 1), _ -> {});
    }
  }

  private static Split withoutRareValidation(Dataset rare) {
    Split given = rare.split("split");
    MemorySegment roles = Arena.ofAuto().allocate(given.rows());
    for (long node = 0; node < given.rows(); node++) {
      boolean left = given.role(node) == Split.VALIDATION && node % 5 == 0;
      roles.set(ValueLayout.JAVA_BYTE, node, (byte) (left ? Split.NONE : given.role(node)));
    }
    return new Split("split", given.rows(), roles);
  }

  @Test
  void aModelOfSeveralClassesPerNodePredictsAllThatAreLikely() throws IOException {
    Path files = folder.resolve("run");
    try (Dataset several = severalClasses();
        Session session = Session.on(several);
        var cpu = CpuBackend.open(1);
        Arena arena = Arena.ofShared()) {
      session.train(Recipe.named("single").with("epochs", 3).with("threads", 1), files, _ -> {});
      try (TrainedModel model = TrainedModel.open(files, several, cpu)) {
        var logits = new NodeRows(1, 3, arena.allocateFrom(ValueLayout.JAVA_FLOAT, 2f, -1f, 0.5f));
        assertEquals(Set.of("0", "2"), model.predictedClasses(logits, 0));
        var said =
            assertThrows(IllegalStateException.class, () -> model.predicted(logits, 0))
                .getMessage();
        assertTrue(said.contains("predictedClasses"), said);
      }
    }
  }

  /** Nodes with any of three classes. */
  private static Dataset severalClasses() {
    Dataset rare = rare();
    byte[] flags = new byte[60];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = (byte) (i % 2);
    }
    MemorySegment data = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, flags);
    return rare.with(new Labels.Multi(20, 3, data));
  }

  @Test
  void wrongSettingsAreAllNamed() {
    Recipe wrong = Recipe.named("bns-gcn").with("exchange.rat", 0.2).with("epochs", -1);
    String message = assertThrows(SettingsException.class, wrong::settings).getMessage();
    assertTrue(message.contains("exchange.rate") && message.contains("epochs"), message);
  }

  @Test
  void everyRecipeHasSettings() {
    for (String name : Recipe.names()) {
      assertEquals(name, Recipe.named(name).settings().get(Keys.RECIPE));
    }
  }
}
