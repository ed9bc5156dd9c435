/** Gradient synchronisation between workers: all-reduce and parameter server. */
package dev.atoll.train.gradient;
