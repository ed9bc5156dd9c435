/**
 * The cost of workers on a cluster: {@code atoll bench spark}, on a real cluster of one master and
 * two workers that are processes of this machine.
 *
 * <p>{@link dev.atoll.spark.bench.StandaloneCluster} is that cluster; tests use it, too.
 */
package dev.atoll.spark.bench;
