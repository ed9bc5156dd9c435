/** The output of {@code atoll info}: datasets, runs, shards, weights, and lists of known names. */
package dev.atoll.app.describe;
