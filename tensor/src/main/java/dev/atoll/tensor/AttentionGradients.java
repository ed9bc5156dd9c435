package dev.atoll.tensor;

/**
 * Destinations of {@link Kernels#attentionBackward}: the gradients of scores are overwritten, that
 * of rows becomes {@code gradient + beta·x}.
 *
 * @param edgeValues a row per edge and a column per head, overwritten: memory for the call
 * @param targets the gradient of {@link AttentionScores#targets}
 * @param sources the gradient of {@link AttentionScores#sources}
 * @param beta 0 or 1, as for every kernel
 * @param x the gradient of the rows of sources
 */
public record AttentionGradients(
    Matrix edgeValues, Matrix targets, Matrix sources, float beta, Matrix x) {
  public AttentionGradients withX(Matrix other) {
    return new AttentionGradients(edgeValues, targets, sources, beta, other);
  }
}
