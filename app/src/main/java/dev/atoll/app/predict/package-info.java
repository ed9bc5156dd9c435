/** Predictions of a trained model for every node, written to files with the user's own ids. */
package dev.atoll.app.predict;
