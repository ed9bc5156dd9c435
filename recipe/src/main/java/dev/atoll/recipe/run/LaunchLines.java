package dev.atoll.recipe.run;

import dev.atoll.train.event.TrainEvent.BatchesLaunched;
import dev.atoll.train.schedule.Launch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Launches of batches as lines of events.jsonl: every input of the score, and the score. */
public final class LaunchLines {
  private LaunchLines() {}

  public static List<Map<String, Object>> of(BatchesLaunched batches) {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (int worker = 0; worker < batches.byWorker().size(); worker++) {
      for (Launch launch : batches.byWorker().get(worker)) {
        lines.add(line(worker, batches.epoch(), launch));
      }
    }
    return lines;
  }

  private static Map<String, Object> line(int worker, int epoch, Launch launch) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "launch");
    line.put("worker", worker);
    line.put("epoch", epoch);
    line.put("step", launch.step());
    line.put("looks", launch.looks());
    line.put("underWay", launch.underWay());
    line.put("gapMillis", launch.gapMillis());
    line.put("cpuPercent", launch.cpuPercent());
    line.put("sampleMillis", launch.sampleMillis());
    line.put("trainMillis", launch.trainMillis());
    line.put("queue", launch.queue());
    line.put("score", launch.queue() == 0 ? null : launch.score());
    line.put("threshold", launch.threshold());
    return line;
  }
}
