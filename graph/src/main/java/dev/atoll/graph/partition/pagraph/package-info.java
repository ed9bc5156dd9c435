/** PaGraph (Lin et al. 2020): parts gathered around training nodes. */
package dev.atoll.graph.partition.pagraph;
