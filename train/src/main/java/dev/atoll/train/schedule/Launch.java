package dev.atoll.train.schedule;

/**
 * The launch of a batch, and the factors of its score.
 *
 * @param step of the epoch whose batch it is
 * @param nanos when, a moment of {@link System#nanoTime}
 * @param looks how often it was looked since the launch before
 * @param underWay batches launched and not yet computed, this one among them
 * @param cpuPercent CPU use of this process, all processors being 100
 * @param gapMillis since the launch before
 * @param sampleMillis that the stages of a batch take, on average; 0 before it was measured
 * @param trainMillis that computing a batch takes, on average; 0 before it was measured
 * @param queue batches made and not yet computed; 0 launches regardless of the score
 * @param score the product; 0 when the queue is empty, where it is not needed
 * @param threshold that the score must reach
 * @param handOvers stages handed to another thread since the launch before
 */
public record Launch(
    int step,
    long nanos,
    int looks,
    int underWay,
    double cpuPercent,
    double gapMillis,
    double sampleMillis,
    double trainMillis,
    int queue,
    double score,
    double threshold,
    long handOvers) {}
