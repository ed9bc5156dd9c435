/** What {@code atoll info} says of datasets, runs, shards, weights, and of what there is. */
package dev.atoll.app.describe;
