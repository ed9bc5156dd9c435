/** Batches of one worker that holds the full graph. */
package dev.atoll.train.batch.full;
