package dev.atoll.app.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.generate.Grid;
import dev.atoll.graph.generate.Planting;
import dev.atoll.graph.generate.SplitCounts;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import org.junit.jupiter.api.Test;

class QuotientPictureTest {
  @Test
  void thePictureIsAnXmlDocumentWithACirclePairPerPart() {
    var grid = new Grid("grid", 8, 8, false, new Planting(1, 1, 1, 0), new SplitCounts(0, 0, 0), 1);
    var goal = PartitionGoal.of(5);
    try (Dataset data = grid.inMemory(1)) {
      var chunks = new ChunkPartitioner().partition(data.graph(), goal);
      var report = PartitionReport.of("chunk", data.graph(), chunks, goal, 0, 0);
      String svg = new QuotientPicture(report).svg();
      assertEquals(10, svg.split("<circle", -1).length - 1);
      assertTrue(svg.startsWith("<svg") && svg.endsWith("</svg>\n"));
    }
  }
}
