package dev.atoll.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.bench.partition.PartitionBenchmark;
import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fields whose names are data stand in JSON where their component stands in the record. */
class ResultFieldsTest {
  private static Map<String, Double> phases() {
    Map<String, Double> phases = new LinkedHashMap<>();
    phases.put("sample", 1.0);
    phases.put("compute", 2.0);
    return phases;
  }

  private static TrainingFigures.Result figures(Double handOvers) {
    return new TrainingFigures.Result("a", 1, 2, 3, 4, 5, 6, 7, 8, phases(), handOvers);
  }

  @Test
  void phasesComeBeforeHandOvers() throws IOException {
    assertEquals(
        """
        {"name":"a","workers":1,"threads":2,"seconds":3.0,"cpuSeconds":4.0,"bytes":5.0,"cores":6.0,\
        "seedsPerSecond":7.0,"waiting":8.0,"sample":1.0,"compute":2.0,"handOvers":9.0}\
        """,
        Json.line(figures(9.0)));
  }

  @Test
  void fieldsOfAnUnwrappedRecordKeepTheirPlace() throws IOException {
    assertEquals(
        """
        {"threads":2,"threadsEach":true,"runs":[{"name":"a","workers":1,"threads":2,"seconds":3.0,"cpuSeconds":4.0,\
        "bytes":5.0,"cores":6.0,"seedsPerSecond":7.0,"waiting":8.0,"sample":1.0,"compute":2.0,\
        "speed":10.0,"cpuRatio":11.0}],"crossovers":[{"recipe":"r","workers":4,"fromGbps":null}]}\
        """,
        Json.line(
            new ScaleBenchmark.Result(
                2,
                true,
                List.of(new ScaleBenchmark.Row(figures(null), 10, 11)),
                List.of(new ScaleBenchmark.CrossoverRow("r", 4, null)))));
  }

  @Test
  void withoutMetisNothingIsCompared() throws IOException {
    assertEquals(
        """
        {"partitioner":"p","seeds":1,"results":[{"graph":"g","parts":2,"sample":1.0,"compute":2.0}],\
        "threads":3}\
        """,
        Json.line(
            new PartitionBenchmark.Result(
                "p",
                1,
                List.of(new PartitionBenchmark.Medians("g", 2, phases(), null, null)),
                null,
                3)));
  }
}
