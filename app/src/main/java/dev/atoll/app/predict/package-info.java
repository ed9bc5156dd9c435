/** What a trained model says about every node, written to files in the user's own ids. */
package dev.atoll.app.predict;
