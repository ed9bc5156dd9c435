/** Mini-batches of sampled neighbourhoods. */
package dev.atoll.train.batch.sampled;
