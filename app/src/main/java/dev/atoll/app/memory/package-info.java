/** Memory of a partitioning: predicted before, measured during the work. */
package dev.atoll.app.memory;
