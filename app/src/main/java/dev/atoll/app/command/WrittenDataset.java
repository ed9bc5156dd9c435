package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.describe.DatasetDescription;
import dev.atoll.app.describe.Description;
import dev.atoll.app.describe.LabelCounts;
import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Path;

/** The output of commands that write a dataset. */
final class WrittenDataset {
  private WrittenDataset() {}

  /** Describes the dataset in a folder. */
  static void present(Path folder, long begunNanos, Output output) throws IOException {
    Description description = DatasetDescription.of(folder);
    description.show(output.screen());
    try (Dataset dataset = DatasetFolder.open(folder)) {
      for (String split : LabelCounts.splitsWithoutTraining(dataset)) {
        output
            .screen()
            .remark(
                "split '%s' has no training node with a label: to train, make one with --set split=random:60/20/20"
                    .formatted(split));
      }
    }
    output.screen().remark("written in " + Units.seconds((System.nanoTime() - begunNanos) * 1e-9));
    output.write(description.json());
  }
}
