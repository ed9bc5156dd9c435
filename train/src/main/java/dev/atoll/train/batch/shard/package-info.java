/** Full-graph batches of a worker that holds one shard, with a halo of remote nodes. */
package dev.atoll.train.batch.shard;
