package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.Atoll;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs where Java was started without the module of the Vector API. */
@Tag("slow")
class WithoutVectorsRunTest {
  @TempDir Path folder;

  /** Rows enough that the gradients of weights are long sums, shared out by their terms. */
  @Test
  void theyGiveTheBitsOfTheReferenceKernels() throws Exception {
    Path data = folder.resolve("data");
    String sbm = "generate --kind sbm --nodes 12000 --edges 30000 --communities 4 --classes 3";
    Outcome.of((sbm + " --features 9 --out " + data).split(" ")).succeeded();
    String gemm = hasOpenBlas() ? "openblas" : "reference";
    String reference = " --set kernels=reference --set gemm=" + gemm;
    for (String recipe :
        List.of("single", "distdgl --workers 2 --set batch=4000 --set fanouts=3,3")) {
      String run =
          "train --data %s --preset none --recipe %s --epochs 2 --set model.hidden=8 --json - --quiet"
              .formatted(data, recipe);
      String here = digest(Outcome.of(arguments(run + reference, "here")).succeeded().out());
      List<String> lines =
          new ChildJvm(List.of(), Map.of(), false).run(Atoll.class, arguments(run, "child"));
      assertEquals(here, digest(String.join("\n", lines)), recipe);
    }
  }

  private static boolean hasOpenBlas() {
    try (CpuBackend backend = CpuBackend.open(1)) {
      return backend.describe().contains("OpenBLAS");
    }
  }

  private String[] arguments(String run, String out) {
    List<String> all = new ArrayList<>(Arrays.asList(run.split(" ")));
    int number = folder.toFile().list().length;
    all.addAll(List.of("--out", folder.resolve(out + number).toString()));
    return all.toArray(String[]::new);
  }

  private static String digest(String json) throws IOException {
    return new ObjectMapper().readTree(json).get("weightsSha256").asText();
  }
}
