/** What workers are, and how they are started, meet and end together. */
package dev.atoll.recipe.engine;
