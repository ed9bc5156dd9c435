/**
 * The input of a step: a {@link dev.atoll.train.batch.Batch} of input rows and one {@link
 * dev.atoll.train.batch.DeviceBlock} per layer. A whole graph is a batch like any other; a {@link
 * dev.atoll.train.batch.BatchSource} returns those of an epoch.
 */
package dev.atoll.train.batch;
