/**
 * Automatic differentiation by a tape.
 *
 * <p>A {@link dev.atoll.tensor.autograd.Tape} records the operations of one forward pass and plays
 * them back. An {@link dev.atoll.tensor.autograd.Op} holds its forward beside its backward. Layers
 * are plain forward code on {@link dev.atoll.tensor.autograd.Var}s:
 *
 * <pre>{@code
 * var tape = Tape.recording(backend.kernels(), workspace);
 * Var hidden = tape.constant(x).matmul(tape.use(weight)).aggregate(graph);
 * Var logits = hidden.activate(Activation.RELU, tape.use(bias), Dropout.NONE).matmul(tape.use(out));
 * tape.backward(logits, gradientOfLoss);
 * }</pre>
 *
 * <p>Element-wise operations work in place when no other operation reads the value that they
 * overwrite, and memory goes back to the workspace as soon as the backward pass is done with it: a
 * step needs memory for its activations and about two gradients.
 */
package dev.atoll.tensor.autograd;
