/** Number formats in which embeddings and gradients travel between workers. */
package dev.atoll.train.halo.codec;
