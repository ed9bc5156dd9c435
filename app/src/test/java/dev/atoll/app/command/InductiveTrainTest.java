package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inductive training on parts of the whole graph, or of the graph that training sees. */
class InductiveTrainTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void generate() {
    data = folder.resolve("sbm");
    Outcome.of(
            ("generate --kind sbm --nodes 1500 --edges 9000 --communities 12 --features 8 --quiet"
                    + " --out "
                    + data)
                .split(" ", -1))
        .succeeded();
  }

  private Outcome train(String name, String... settings) {
    var args =
        new ArrayList<>(
            List.of(
                ("train --recipe bns-gcn --workers 4 --epochs 3 --model gcn --set model.hidden=8"
                        + " --set exchange.rate=1 --quiet --json -")
                    .split(" ", -1)));
    args.addAll(List.of("--data", data.toString(), "--out", folder.resolve(name).toString()));
    for (String setting : settings) {
      args.addAll(List.of("--set", setting));
    }
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void partsOfTheTrainingGraphExchangeLess() throws IOException {
    JsonNode whole = train("whole", "inductive=true").succeeded().json();
    JsonNode seen =
        train("training", "inductive=true", "partition.graph=training").succeeded().json();
    long wholeBytes = whole.at("/bytesPerEpoch/boundary").asLong();
    long seenBytes = seen.at("/bytesPerEpoch/boundary").asLong();
    assertTrue(seenBytes < wholeBytes, seenBytes + " and " + wholeBytes);
    assertEquals(whole.at("/test/accuracy").asDouble(), seen.at("/test/accuracy").asDouble(), 1e-2);
  }

  @Test
  void onlyInductiveTrainingPartitionsTheTrainingGraph() {
    train("refused", "partition.graph=training").failed(2, "inductive=true");
  }
}
