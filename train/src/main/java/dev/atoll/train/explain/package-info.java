/** Which remote nodes and feature columns matter to a worker's predictions (DGS). */
package dev.atoll.train.explain;
