package dev.atoll.examples;

import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.result.RunResult;
import java.io.IOException;

/**
 * A recipe by name on several workers, which are threads here; with {@code engine=processes} they
 * are processes, and nothing else changes.
 *
 * <p>Four workers that send each other every row they read compute what one worker computes: the
 * loss is the same to rounding. The other recipes send fewer embeddings or do not wait for them,
 * each in its own way. Every byte between workers is counted, by purpose.
 */
public final class DistributedFromJava {
  private DistributedFromJava() {}

  /** Trains five times, and prints losses, accuracies and bytes. */
  public static void main(String[] args) throws IOException {
    try (Session session = Session.open("cora")) {
      RunResult one = train(session, "single");
      RunResult four = train(session, "vanilla");
      IO.println("recipe     workers  last loss  accuracy  embeddings, kB per epoch");
      show(one);
      show(four);
      for (String name : new String[] {"bns-gcn", "sancus-e", "pipegcn"}) {
        show(train(session, name));
      }
      double difference = Math.abs(one.loss().getLast() - four.loss().getLast());
      IO.println("loss of four workers minus loss of one: " + difference);
    }
  }

  private static RunResult train(Session session, String name) throws IOException {
    Recipe recipe =
        Recipe.named(name)
            .with("model", "gcn")
            .with("epochs", 40)
            .with("threads", 1)
            .with("seed", 3);
    return session.train(recipe, event -> {}).result();
  }

  private static void show(RunResult run) {
    IO.println(
        "%-10s %7d  %9.4f  %6.1f %%  %12.1f"
            .formatted(
                run.recipe(),
                run.workers(),
                run.loss().getLast(),
                100 * run.test().get("accuracy"),
                run.bytesPerEpoch().get("boundary") / 1000.0));
  }
}
