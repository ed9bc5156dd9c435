/** The memory of partitioning a graph: estimated before, measured during the work. */
package dev.atoll.app.memory;
