package dev.atoll.recipe.engine;

import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.plan.TrainingPlan;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The work of all workers of a run.
 *
 * @param run the run folder
 * @param shards a folder with one shard per worker; absent when one worker has the whole graph
 */
public record Job(
    Settings settings,
    TrainingPlan plan,
    Path run,
    Optional<Path> shards,
    Checkpoints checkpoints) {}
