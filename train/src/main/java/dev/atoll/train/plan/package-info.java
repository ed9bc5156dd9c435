/**
 * Values that describe a training run: objective, model, optimizer, epochs, and how a step gets its
 * batch.
 */
package dev.atoll.train.plan;
