package dev.atoll.tensor;

/**
 * The numbers of one Adam step.
 *
 * @param rate learning rate
 * @param decay weight decay: added to the gradient (Adam), or taken from the weight directly when
 *     {@code decoupled} (AdamW)
 * @param step counts from 1; corrects the bias of the moments
 */
public record AdamStep(
    float rate,
    float beta1,
    float beta2,
    float epsilon,
    float decay,
    boolean decoupled,
    int step) {}
