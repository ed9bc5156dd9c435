/** Sampling on graphs that no worker holds whole: the owner of a node picks its neighbours. */
package dev.atoll.train.sampling;
