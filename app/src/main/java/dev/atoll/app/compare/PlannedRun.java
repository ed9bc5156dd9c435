package dev.atoll.app.compare;

import dev.atoll.recipe.engine.TrainingRun;

/**
 * One run of a comparison, checked but not started.
 *
 * @param name of its folder
 * @param command that gives the same run by itself
 */
public record PlannedRun(
    Contender contender, long seed, TrainingRun job, String name, String command) {}
