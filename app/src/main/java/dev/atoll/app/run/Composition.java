package dev.atoll.app.run;

import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.app.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.train.OptimizerSpec;
import dev.atoll.train.TrainingPlan;
import dev.atoll.train.model.ModelSpec;

/** From settings to the things they name: the only place where strategies are built. */
public final class Composition {
  private static final float SGD_MOMENTUM = 0.9f;

  private Composition() {}

  /**
   * What to train, and how.
   *
   * @throws SettingsException when settings that are each allowed do not fit together
   */
  public static TrainingPlan plan(Settings settings) {
    try {
      return new TrainingPlan(
          model(settings),
          optimizer(settings),
          settings.get(Keys.NORMALIZE),
          settings.get(Keys.REORDER),
          settings.get(Keys.SPLIT),
          settings.integer(Keys.EPOCHS),
          settings.integer(Keys.EARLY_STOP),
          settings.integer(Keys.EVALUATE_EVERY),
          settings.get(Keys.SEED));
    } catch (SettingsException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  private static ModelSpec model(Settings settings) {
    return new ModelSpec(
        settings.get(Keys.MODEL),
        settings.integer(Keys.LAYERS),
        settings.integer(Keys.HIDDEN),
        settings.integer(Keys.HEADS),
        settings.integer(Keys.OUTPUT_HEADS),
        settings.number(Keys.DROPOUT),
        settings.number(Keys.INPUT_DROPOUT),
        settings.number(Keys.ATTENTION_DROPOUT),
        settings.get(Keys.NORM).equals("layer"),
        settings.get(Keys.RESIDUAL),
        settings.get(Keys.LINEAR_INPUT),
        settings.get(Keys.LINEAR_OUTPUT),
        settings.get(Keys.AGGREGATOR));
  }

  private static OptimizerSpec optimizer(Settings settings) {
    OptimizerSpec.Kind kind = settings.get(Keys.OPTIMIZER);
    return new OptimizerSpec(
        kind,
        settings.number(Keys.LEARNING_RATE),
        settings.number(Keys.WEIGHT_DECAY),
        kind == OptimizerSpec.Kind.SGD ? SGD_MOMENTUM : 0);
  }

  /** The device that computes. */
  public static Backend backend(Settings settings) {
    return CpuBackend.open(
        new CpuOptions(threads(settings), settings.get(Keys.KERNELS), settings.get(Keys.GEMM)));
  }

  /** Threads of one worker. */
  public static int threads(Settings settings) {
    int wanted = settings.integer(Keys.THREADS);
    int workers = settings.integer(Keys.WORKERS);
    return wanted > 0 ? wanted : Math.max(1, Runtime.getRuntime().availableProcessors() / workers);
  }
}
