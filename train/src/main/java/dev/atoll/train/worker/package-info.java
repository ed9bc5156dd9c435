/** A worker: its data, its services for other workers, the batches it trains on. */
package dev.atoll.train.worker;
