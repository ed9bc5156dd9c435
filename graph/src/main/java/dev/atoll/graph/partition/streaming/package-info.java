/** Streaming partitioners: LDG (Stanton, Kliot 2012) and Fennel (Tsourakakis et al. 2014). */
package dev.atoll.graph.partition.streaming;
