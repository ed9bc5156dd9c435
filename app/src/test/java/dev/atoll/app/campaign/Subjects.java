package dev.atoll.app.campaign;

import dev.atoll.app.command.Outcome;
import dev.atoll.files.FileDigest;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The files that Atoll reads, small ones, made once. */
final class Subjects {
  private static final List<String> SETTINGS =
      List.of(
          "preset=none",
          "epochs=2",
          "threads=1",
          "kernels=reference",
          "gemm=reference",
          "model.hidden=4");

  private static final String[] SAMPLED = {
    "--recipe", "distdgl", "--set", "workers=2", "--set", "batch=32", "--set", "fanouts=3,2"
  };

  private final Path folder;
  private final Path dataset;

  private Subjects(Path folder) {
    this.folder = folder;
    this.dataset = folder.resolve("dataset");
  }

  /** Makes all files in an empty folder. */
  static List<Subject> in(Path folder) throws Exception {
    var made = new Subjects(folder);
    generate(made.dataset);
    return List.of(
        made.dataset(),
        made.shards(),
        made.assignment(),
        made.unpacked(),
        made.finishedRun(),
        made.stoppedRun());
  }

  /** Writes a small dataset. */
  static void generate(Path dataset) {
    String shape = "--nodes 80 --edges 300 --communities 4 --classes 3 --features 5";
    String line = "generate --kind sbm " + shape + " --out " + dataset;
    Outcome.of(line.split(" ", -1)).succeeded();
  }

  /** A training command on the small dataset. */
  private static List<String> train(Path data, String... more) {
    List<String> line = new ArrayList<>(List.of("train", "--json", "-", "--set", "data=" + data));
    SETTINGS.forEach(setting -> line.addAll(List.of("--set", setting)));
    line.addAll(List.of(more));
    return line;
  }

  private static Typed trained(Path data, Path run, String... more) throws IOException {
    List<String> line = train(data, more);
    line.addAll(List.of("--out", run.toString()));
    return Typed.of(line, "weightsSha256", "test");
  }

  /** Options of a run with two workers and mini-batches, and further settings. */
  private static String[] sampled(String... settings) {
    List<String> options = new ArrayList<>(List.of(SAMPLED));
    List.of(settings).forEach(setting -> options.addAll(List.of("--set", setting)));
    return options.toArray(String[]::new);
  }

  /** Files of a dataset, trained on or described. */
  private record Read(String name, Path whole, Path data) implements Subject {
    @Override
    public Typed use(Path copy, RandomGenerator random) throws IOException {
      Path run = copy.resolveSibling(copy.getFileName() + "-run");
      return switch (name) {
        case "dataset" ->
            random.nextBoolean()
                ? trained(copy, run)
                : Typed.of(List.of("info", "--json", "-", "--data", copy.toString()));
        case "shards" ->
            random.nextBoolean()
                ? trained(data, run, sampled("shards=" + copy))
                : Typed.of(List.of("info", "--json", "-", copy.toString()));
        case "assignment" ->
            Typed.of(
                List.of(
                    "partition",
                    "--json",
                    "-",
                    "--data",
                    data.toString(),
                    "--parts",
                    "2",
                    "--from",
                    copy.resolve("parts.txt").toString()),
                "digest");
        default -> throw new IllegalStateException(name);
      };
    }

    @Override
    public boolean mayBeOther() {
      return name.equals("assignment");
    }
  }

  private Subject dataset() {
    return new Read("dataset", dataset, dataset);
  }

  private Subject shards() {
    Path shards = folder.resolve("shards");
    Outcome.of("partition", "--data", "" + dataset, "--parts", "2", "--out", "" + shards)
        .succeeded();
    return new Read("shards", shards, dataset);
  }

  private Subject assignment() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Outcome.of(
            "partition",
            "--data",
            "" + dataset,
            "--parts",
            "2",
            "--assignment",
            "" + parts.resolve("parts.txt"))
        .succeeded();
    return new Read("assignment", parts, dataset);
  }

  /** The unpacked copy of a packed dataset, in a cache of its own: damage is repaired. */
  private Subject unpacked() throws IOException {
    Path cache = folder.resolve("cache");
    Path unpacked = new DatasetCatalog(List.of(), cache).locate("cora");
    return new Subject() {
      @Override
      public String name() {
        return "unpacked cache";
      }

      @Override
      public Path whole() {
        return cache;
      }

      @Override
      public List<Path> files(Path copy) throws IOException {
        return Folders.files(copy.resolve("unpacked"));
      }

      @Override
      public Typed use(Path copy, RandomGenerator random) throws IOException {
        try {
          Path found = new DatasetCatalog(List.of(), copy).locate("cora");
          DatasetFolder.open(found, DatasetFolder.Check.DIGESTS).close();
          StringBuilder digests = new StringBuilder();
          for (Path file : Folders.files(found)) {
            digests.append(file.getFileName()).append(FileDigest.of(file));
          }
          return new Typed(new Outcome(0, "", ""), digests.toString());
        } catch (BadDataException e) {
          return new Typed(new Outcome(1, "", e.getMessage()), null);
        }
      }

      @Override
      public String toString() {
        return unpacked.toString();
      }
    };
  }

  /** A run that has ended: weights, settings, results. */
  private Subject finishedRun() throws IOException {
    Path run = folder.resolve("finished");
    trained(dataset, run).outcome().succeeded();
    return new Subject() {
      @Override
      public String name() {
        return "finished run";
      }

      @Override
      public Path whole() {
        return run;
      }

      @Override
      public Typed use(Path copy, RandomGenerator random) throws IOException {
        return random.nextBoolean()
            ? Typed.of(List.of("evaluate", "--json", "-", copy.toString()))
            : Typed.of(List.of("info", "--json", "-", copy.toString()));
      }
    };
  }

  /**
   * A run that was ended from outside, as a copy of a living one; resumed, it must end in the same
   * weights.
   */
  private Subject stoppedRun() throws Exception {
    return StoppedRun.make(
        folder.resolve("stopped"),
        run -> trained(dataset, run, sampled("checkpoint.every=1", "epochs=12")));
  }
}
