/** Native memory for inner loops: unchecked access, buffers that grow, a hash table in them. */
package dev.atoll.graph.memory;
