package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.autograd.Var;

/**
 * Embeddings that are sent in place of a layer's input, which are those after dropout. Readers
 * apply the mask of their owner, which is a function of the step and of a node's id.
 *
 * @param embeddings own rows before dropout
 * @param halo the mask of halo rows
 */
public record RowsBeforeDropout(Var embeddings, Dropout halo) {}
