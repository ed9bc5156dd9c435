/** Where feature rows live, and how they come to the worker that needs them. */
package dev.atoll.train.feature;
