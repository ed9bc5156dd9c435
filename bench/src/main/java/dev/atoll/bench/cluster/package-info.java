/**
 * The cost of workers on a cluster: {@code atoll bench spark}, on a real cluster of one master and
 * two workers that are processes of this machine. Spark is in those processes alone: this module is
 * built without it, and {@link dev.atoll.recipe.engine.TableTrial} finds what needs it here.
 *
 * <p>{@link dev.atoll.bench.cluster.StandaloneCluster} is that cluster; tests use it, too.
 */
package dev.atoll.bench.cluster;
