package dev.atoll.app.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.build.DatasetBuilder;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.Pass;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of docs/library.md: they are code of this class, word for word. */
class LibraryTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @Test
  void fromDatasetToTrainedModel() throws IOException {
    // example
    double accuracy;
    try (var cora = DatasetCatalog.standard().open("cora");
        var cpu = CpuBackend.open(2);
        var training = Training.open(cora, cpu, TrainingPlan.of(ModelSpec.Kind.GCN))) {
      TrainingResult result = training.run(event -> {});
      accuracy = result.evaluation().test().main();
    }
    // end
    assertTrue(accuracy > 0.75, "accuracy " + accuracy);
  }

  @Test
  void everySettingOfARun() throws IOException {
    // example
    TrainingPlan plan =
        TrainingPlan.of(ModelSpec.sage().layers(3).hidden(64).dropout(0.3f))
            .with(OptimizerSpec.adam(0.005f).weightDecay(5e-4f))
            .withSeed(1)
            .forEpochs(50);
    // end
    assertTrue(trainedOnCora(plan) > 0.7);
  }

  // example
  /** The mean of the neighbours, projected. */
  record MeanLayer(Parameter weight, Parameter bias) implements Layer {
    @Override
    public int outputs() {
      return weight.value().cols();
    }

    @Override
    public EdgeNorm norm() {
      return EdgeNorm.MEAN;
    }

    @Override
    public int neighborWidth() {
      return Math.min(weight.value().rows(), weight.value().cols());
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(weight, bias);
    }

    @Override
    public List<Parameter> inputWeights() {
      return List.of(weight);
    }

    @Override
    public Var forward(DeviceBlock block, Var sources, Pass pass) {
      return block.aggregateMatmul(sources, sources.tape().use(weight), norm());
    }
  }

  // end

  @Test
  void anOwnLayer() throws IOException {
    // example
    ModelSpec model =
        ModelSpec.of(
            (spec, shape, parameters) ->
                new MeanLayer(
                    parameters.glorot("weight", shape.inputs(), shape.outputs()),
                    parameters.zeros("bias", shape.outputs())));
    TrainingPlan plan = TrainingPlan.of(model.layers(2).hidden(32)).forEpochs(50);
    // end
    assertTrue(trainedOnCora(plan) > 0.7);
  }

  private static double trainedOnCora(TrainingPlan plan) throws IOException {
    try (var cora = DatasetCatalog.standard().open("cora");
        var cpu = CpuBackend.open(2);
        var training = Training.open(cora, cpu, plan)) {
      return training.run(event -> {}).evaluation().test().main();
    }
  }

  @Test
  void anOwnDataset() {
    // example
    float[] scores;
    try (Dataset dataset =
            new DatasetBuilder("mine", 4)
                .undirectedEdges(new int[] {0, 1, 2}, new int[] {1, 2, 3})
                .features(new float[][] {{1, 0}, {1, 1}, {0, 1}, {0, 0}})
                .labels(0, 0, 1, 1)
                .split(new int[] {0, 2}, new int[] {1}, new int[] {3})
                .build();
        var cpu = CpuBackend.open(1);
        var training = Training.open(dataset, cpu, TrainingPlan.of(ModelSpec.gcn()));
        var arena = Arena.ofShared()) {
      training.run(event -> {});
      scores = training.logits(arena).row(3);
    }
    // end
    assertEquals(2, scores.length);
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/library.md"));
    String code = Files.readString(Path.of("src/test/java/dev/atoll/app/library/LibraryTest.java"));
    Matcher example = EXAMPLE.matcher(page);
    int count = 0;
    while (example.find()) {
      assertTrue(plain(code).contains(plain(example.group(1))), example.group(1));
      count++;
    }
    assertTrue(count > 0, "the page has examples");
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", " ");
  }
}
