package dev.atoll.recipe.settings;

import dev.atoll.tensor.DType;

/** The number format that a run computes in; weights, moments and sums are FP32 in each. */
public enum Precision {
  /** Everything in FP32. */
  FP32,
  /** Dense products round their inputs to TF32; on a GPU. */
  TF32,
  /** Activations, their gradients and gathered rows are stored in bfloat16. */
  BF16;

  /**
   * The precision that settings request.
   *
   * @throws SettingsException where the device cannot do it
   */
  public static Precision of(Settings settings) {
    Precision asked = settings.get(Keys.PRECISION);
    if (asked == TF32 && !settings.get(Keys.DEVICE).equals("cuda")) {
      throw new SettingsException(
          "precision=tf32: device=%s has no TF32; take --device cuda, or precision=fp32 or bf16"
              .formatted(settings.get(Keys.DEVICE)));
    }
    return asked;
  }

  /** The number format of values between operations. */
  public DType activations() {
    return this == BF16 ? DType.BF16 : DType.F32;
  }
}
