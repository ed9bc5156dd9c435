package dev.atoll.spark.table.train;

import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.spark.ExecutorNeeds;
import dev.atoll.spark.TaskSettings;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.tensor.Backend;
import dev.atoll.train.evaluate.LinkScorer;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.weights.Safetensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Scores pairs, from rows that end with the embeddings of head and tail, which it replaces by score
 * and probability.
 */
record ScoreTask(SharedStorage run, TaskSettings settings)
    implements MapPartitionsFunction<Row, Row> {
  @Override
  public Iterator<Row> call(Iterator<Row> rows) throws IOException {
    ExecutorNeeds.require();
    TaskContext context = TaskContext.get();
    var decoder = new Opened(run, settings.with(context.cpus()));
    context.addTaskCompletionListener((TaskCompletionListener) _ -> decoder.close());
    return new ScoredPairs(rows, decoder::of);
  }

  /** A decoder that is opened at the first pair that can be scored. */
  private static final class Opened implements AutoCloseable {
    private final SharedStorage run;
    private final Settings settings;
    private Backend backend;
    private LinkScorer scorer;

    Opened(SharedStorage run, Settings settings) {
      this.run = run;
      this.settings = settings;
    }

    float[] of(float[] rows, int pairs) throws IOException {
      if (scorer == null) {
        open(rows.length / pairs / 2);
      }
      return scorer.of(rows, pairs);
    }

    private void open(int width) throws IOException {
      var spec = ((Objective.Link) Composition.plan(settings).objective()).spec();
      backend = Composition.backend(settings);
      try (var scratch = new ScratchFolder();
          Arena passing = Arena.ofShared()) {
        var weights = Safetensors.read(run.fetch(TableTask.DECODER, scratch.path()), passing);
        scorer = LinkScorer.open(spec, width, weights, backend);
      }
    }

    @Override
    public void close() {
      if (scorer != null) {
        scorer.close();
      }
      if (backend != null) {
        backend.close();
      }
    }
  }
}
