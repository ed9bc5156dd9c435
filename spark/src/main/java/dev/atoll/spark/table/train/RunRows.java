package dev.atoll.spark.table.train;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Reads the results of a run for the nodes of one part: {@code node, embedding}, or {@code node,
 * prediction, raw, probability, embedding} if classes were trained.
 */
record RunRows(SharedStorage run, ArrayList<Long> firstNodes, boolean classes)
    implements FlatMapFunction<Long, Row> {
  @Override
  public Iterator<Row> call(Long part) throws IOException {
    int own = Math.toIntExact(part);
    Arena arena = Arena.ofShared();
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) _ -> arena.close());
    try (var scratch = new ScratchFolder()) {
      NpyArray embeddings = Npy.map(run.fetch(TableTask.embeddings(own), scratch.path()), arena);
      NpyArray logits =
          classes ? Npy.map(run.fetch(TableTask.logits(own), scratch.path()), arena) : null;
      long first = firstNodes.get(own);
      return LongStream.range(0, embeddings.size(0))
          .mapToObj(
              row ->
                  classes
                      ? predicted(first + row, elements(logits, row), elements(embeddings, row))
                      : RowFactory.create(first + row, elements(embeddings, row)))
          .iterator();
    }
  }

  private static Row predicted(long node, Float[] logits, Float[] embedding) {
    return RowFactory.create(node, (double) best(logits), logits, softmax(logits), embedding);
  }

  private static Float[] elements(NpyArray rows, long row) {
    int width = (int) rows.size(1);
    var elements = new Float[width];
    for (int c = 0; c < width; c++) {
      elements[c] =
          rows.data().get(ValueLayout.JAVA_FLOAT_UNALIGNED, (row * width + c) * Float.BYTES);
    }
    return elements;
  }

  private static int best(Float[] logits) {
    int best = 0;
    for (int c = 1; c < logits.length; c++) {
      best = logits[c] > logits[best] ? c : best;
    }
    return best;
  }

  private static Float[] softmax(Float[] logits) {
    double most = logits[best(logits)];
    double sum = 0;
    for (Float logit : logits) {
      sum += Math.exp(logit - most);
    }
    var shares = new Float[logits.length];
    for (int c = 0; c < logits.length; c++) {
      shares[c] = (float) (Math.exp(logits[c] - most) / sum);
    }
    return shares;
  }
}
