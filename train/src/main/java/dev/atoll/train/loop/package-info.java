/** The training loop: one step for mini-batches and the full graph, one worker and many. */
package dev.atoll.train.loop;
