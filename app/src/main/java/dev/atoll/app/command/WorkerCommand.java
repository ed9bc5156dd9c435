package dev.atoll.app.command;

import dev.atoll.app.data.Datasets;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.engine.Invitation;
import dev.atoll.recipe.engine.Job;
import dev.atoll.recipe.engine.ProcessesEngine;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.Checkpoints;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** One worker of a run whose workers are processes; started by the first of them. */
@Command(name = "worker", hidden = true)
final class WorkerCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    var parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Invitation invitation = Invitation.receive(parent);
    endWith(parent);
    RunFolder run = new RunFolder(Path.of(invitation.run()));
    Settings settings = Settings.of(run.readSettings());
    var job =
        new Job(
            settings,
            Composition.plan(settings),
            run.path(),
            Optional.of(Path.of(invitation.shards())),
            Checkpoints.in(run.checkpoint(), settings.integer(Keys.CHECKPOINT_EVERY)));
    try (Dataset dataset = Datasets.open(settings)) {
      ProcessesEngine.join(invitation, job, dataset);
    }
    return 0;
  }

  /** The input ends when the process that started this one does, however it ended. */
  private static void endWith(BufferedReader parent) {
    Thread.ofPlatform()
        .daemon()
        .name("parent-watch")
        .start(
            () -> {
              try {
                while (parent.read() >= 0) {
                  // the parent says nothing more: any end of the stream is its end
                }
              } catch (IOException _) {
                // a broken pipe is its end, too
              }
              Runtime.getRuntime().halt(1);
            });
  }
}
