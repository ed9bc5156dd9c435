package dev.atoll.examples;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.model.TrainedModel;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.NodeRows;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Predictions of a model that was trained earlier. The folder of the run, or a copy of the folder
 * {@code model} in it, is all that is needed: it has the weights, the settings, the names and
 * statistics of features and the names of classes.
 */
public final class PredictFromJava {
  private PredictFromJava() {}

  /** Trains for a moment, then predicts from the run folder alone. */
  public static void main(String[] args) throws IOException {
    Path run = Files.createTempDirectory("atoll-example");
    try {
      try (Session session = Session.open("cora")) {
        session.train(Recipe.named("single").with("epochs", 30), run, event -> {});
      }
      try (Dataset graph = DatasetCatalog.standard().open("cora")) {
        predict(run, graph);
      }
    } finally {
      delete(run);
    }
  }

  private static void predict(Path run, Dataset graph) throws IOException {
    try (var cpu = CpuBackend.open(2);
        var model = TrainedModel.open(run, graph, cpu);
        var arena = Arena.ofShared()) {
      NodeRows logits = model.inference().logits(arena);
      for (int node = 2000; node < 2003; node++) {
        String name = model.predicted(logits, node);
        IO.println("paper %d is of field %s".formatted(node, name));
      }
      IO.println("accuracy %.1f %%".formatted(100 * model.evaluate().test().main()));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
