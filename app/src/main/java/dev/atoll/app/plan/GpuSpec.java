package dev.atoll.app.plan;

import dev.atoll.app.plan.draw.SamplingSpeed;
import dev.atoll.app.plan.kernel.Speed;
import dev.atoll.app.plan.kernel.Work;
import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.SettingsException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A GPU that recipes are planned for.
 *
 * @param memoryBytes of the device
 * @param speed of the device as a whole
 * @param sampling its speed of drawing neighbourhoods and reading rows in host memory
 * @param source of the speed, in words
 */
public record GpuSpec(
    String name, long memoryBytes, Speed speed, SamplingSpeed sampling, String source) {
  private static final long GIB = 1L << 30;

  /** The share of the product rate on a data sheet that kernels reach on large operands. */
  private static final double PRODUCT_SHARE = 0.6;

  private static final double MEMORY_SHARE = 0.8;
  private static final double RANDOM_SHARE = 0.5;
  private static final double COPY_SHARE = 0.5;

  /** The share of the bus rate that kernels reach when they read rows of pinned memory. */
  private static final double BUS_SHARE = 0.7;

  private static final double CALLS_PER_SECOND = 200_000;

  /** Bytes that Adam reads and writes per byte of a parameter. */
  private static final double BYTES_PER_PARAMETER_BYTE = 7;

  /**
   * The figures of a data sheet: GiB, GB/s of memory, TFLOP/s in FP32, TF32 and bfloat16 (FP32 if
   * there is none), GB/s of the bus.
   */
  private record DataSheet(
      int gib, double gbps, double fp32, double tf32, double bf16, double bus) {
    double products(Precision precision) {
      return switch (precision) {
        case FP32 -> fp32;
        case TF32 -> tf32;
        case BF16 -> bf16;
      };
    }
  }

  private static final Map<String, DataSheet> SHEETS = new LinkedHashMap<>();

  static {
    SHEETS.put("h200", new DataSheet(139, 4800, 67, 495, 989, 64));
    SHEETS.put("h100", new DataSheet(79, 3350, 67, 495, 989, 64));
    SHEETS.put("a100-80", new DataSheet(79, 2039, 19.5, 156, 312, 32));
    SHEETS.put("a100-40", new DataSheet(39, 1555, 19.5, 156, 312, 32));
    SHEETS.put("l40s", new DataSheet(44, 864, 91, 183, 362, 32));
    SHEETS.put("a10", new DataSheet(22, 600, 31, 62, 125, 32));
    SHEETS.put("l4", new DataSheet(22, 300, 30, 60, 121, 32));
    SHEETS.put("v100", new DataSheet(31, 900, 15.7, 15.7, 15.7, 16));
    SHEETS.put("t4", new DataSheet(15, 320, 8.1, 8.1, 8.1, 16));
    SHEETS.put("rtx4090", new DataSheet(23, 1008, 82, 82, 165, 32));
    SHEETS.put("rtx3090", new DataSheet(23, 936, 35, 35, 71, 32));
  }

  /** The names of GPUs whose speed is stated. */
  public static List<String> names() {
    return List.copyOf(SHEETS.keySet());
  }

  /**
   * A GPU by name, which need not be in this machine, from the figures of its data sheet.
   *
   * @param precision of dense products
   */
  public static GpuSpec stated(String name, Precision precision) {
    DataSheet sheet = SHEETS.get(name);
    if (sheet == null) {
      throw new SettingsException("--gpu: " + Suggestion.unknown("GPU", name, names()));
    }
    Speed speed = speed(sheet, precision);
    return new GpuSpec(
        name,
        sheet.gib * GIB,
        speed,
        SamplingSpeed.estimated(speed, BUS_SHARE * sheet.bus * 1e9),
        "figures of its data sheet");
  }

  private static Speed speed(DataSheet sheet, Precision precision) {
    double memory = sheet.gbps * 1e9;
    Map<Work, List<Double>> rates = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      double rate =
          switch (work) {
            case PRODUCTS -> PRODUCT_SHARE * 1e12 * sheet.products(precision);
            case EDGE_SUMS, ELEMENTS -> MEMORY_SHARE * memory;
            case WEIGHTED_EDGE_SUMS, EDGE_VALUES, EDGE_DRAWS, DRAWS, EXPONENTIALS, ROWS ->
                RANDOM_SHARE * memory;
            case OPTIMIZER -> MEMORY_SHARE * memory / BYTES_PER_PARAMETER_BYTE;
            case COPIES -> COPY_SHARE * sheet.bus * 1e9;
            case CALLS -> CALLS_PER_SECOND;
          };
      rates.put(work, Collections.nCopies(Reach.values().length, rate));
    }
    return new Speed(rates);
  }
}
