/** JMH benchmarks of the hot paths. */
package dev.atoll.bench;
