package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.engine.RunListener;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 400, unit = TimeUnit.SECONDS)
class BarrierStageTest {
  /** A notebook cancels a cell by its group: training in the cell must be part of it. */
  @Test
  void theCallersJobGroupStays() throws IOException {
    try (SparkSession spark = LocalSpark.session()) {
      SparkContext context = spark.sparkContext();
      context.setJobGroup("cell", "the cell", false);
      List<String> none = new BarrierStage(context).run(2, (_, _) -> List.of(), RunListener.NONE);
      assertEquals(List.of(), none);
      assertEquals("cell", context.getLocalProperty("spark.jobGroup.id"));
      assertEquals("the cell", context.getLocalProperty("spark.job.description"));
      assertTrue(context.getJobTags().isEmpty());
      assertTrue(
          context.statusTracker().getJobIdsForGroup("cell").length > 0, "the training is in it");
    }
  }
}
