/** Rows of other workers' nodes: which travel, when, and in what form. */
package dev.atoll.train.exchange;
