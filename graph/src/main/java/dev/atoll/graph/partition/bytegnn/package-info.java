/** ByteGNN (Zheng et al. 2022): blocks of nodes around training, validation and test nodes. */
package dev.atoll.graph.partition.bytegnn;
