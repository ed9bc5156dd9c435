/**
 * GCN of Kipf and Welling (ICLR 2017), with the diagonal enhancement of ClusterGCN: {@code
 * model=gcn}.
 */
package dev.atoll.train.model.gcn;
