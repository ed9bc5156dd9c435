package dev.atoll.tensor.autograd;

import dev.atoll.tensor.Matrix;

/** A trained matrix and the gradient that each backward pass leaves in it. */
public record Parameter(String name, Matrix value, Matrix grad) {}
