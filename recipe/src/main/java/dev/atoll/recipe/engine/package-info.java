/** Engines: how workers are started, joined and ended together; a run from settings to result. */
package dev.atoll.recipe.engine;
