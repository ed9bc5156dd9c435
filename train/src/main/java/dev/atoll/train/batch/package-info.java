/**
 * What a step trains on: a {@link dev.atoll.train.batch.Batch} of input rows and one {@link
 * dev.atoll.train.batch.DeviceBlock} per layer. A whole graph is a batch like any other; a {@link
 * dev.atoll.train.batch.BatchSource} says how many there are in an epoch.
 */
package dev.atoll.train.batch;
