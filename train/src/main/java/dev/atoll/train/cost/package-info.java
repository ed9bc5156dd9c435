/**
 * The cost of a run: seconds by phase, bytes between workers by purpose, rows by where they lay.
 */
package dev.atoll.train.cost;
