package dev.atoll.recipe.engine;

import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.ErrorText;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** The program of one worker of a run whose workers are processes; the first one starts it. */
public final class WorkerProgram {
  private WorkerProgram() {}

  /** Joins the run that an {@link Invitation} on standard input names. */
  public static void main(String[] args) {
    int code = 0;
    try {
      join();
    } catch (IOException | RuntimeException | Error e) {
      System.err.println("atoll: " + ErrorText.of(e));
      code = 1;
    }
    System.exit(code);
  }

  private static void join() throws IOException {
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
            RunSeal.checkpoints(run, settings, invitation.dataset()));
    ProcessesEngine.join(invitation, job);
  }

  /** Halts this process when its parent ends, which closes the standard input. */
  private static void endWith(BufferedReader parent) {
    Thread.ofPlatform()
        .daemon()
        .name("parent-watch")
        .start(
            () -> {
              try {
                while (parent.read() >= 0) {
                  // the parent writes nothing more: any end of the stream is its end
                }
              } catch (IOException _) {
                // a broken pipe is its end, too
              }
              Runtime.getRuntime().halt(1);
            });
  }
}
