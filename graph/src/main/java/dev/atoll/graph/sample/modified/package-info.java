/** What samplers over modified sources share: clusters, subgraphs, preferred nodes. */
package dev.atoll.graph.sample.modified;
