package dev.atoll.app.describe;

import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.weights.Safetensors;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes a file of weights. */
public final class WeightsDescription {
  private WeightsDescription() {}

  /** The output of {@code info --json}. */
  private record Facts(
      String kind, String file, long parameters, Map<String, List<Integer>> tensors) {}

  public static Description of(Path file) {
    try (Arena arena = Arena.ofShared()) {
      Table table = Table.of("weights", "rows", "columns");
      Map<String, List<Integer>> shapes = new LinkedHashMap<>();
      long numbers = 0;
      for (var entry : Safetensors.read(file, arena).tensors().entrySet()) {
        Safetensors.Tensor tensor = entry.getValue();
        table.row(entry.getKey(), Units.count(tensor.rows()), Units.count(tensor.cols()));
        shapes.put(entry.getKey(), List.of(tensor.rows(), tensor.cols()));
        numbers += (long) tensor.rows() * tensor.cols();
      }
      Table total = Table.untitled().row("numbers in all", Units.count(numbers));
      return new Description(
          List.of(table, total), new Facts("weights", file.toString(), numbers, shapes));
    }
  }
}
