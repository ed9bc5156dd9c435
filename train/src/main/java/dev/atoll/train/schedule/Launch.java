package dev.atoll.train.schedule;

/**
 * The launch of a batch, and the factors of its score.
 *
 * @param step of the epoch whose batch it is
 * @param nanos when, a moment of {@link System#nanoTime}
 * @param looks how often it was looked since the launch before
 * @param underWay batches launched and not yet computed, this one among them
 * @param making batches launched before and not yet made; none of them and an empty queue launch
 *     regardless of the score
 * @param cpuPercent CPU use of the machine, all processors that this process may use being 100
 * @param gapMillis since the launch before
 * @param sampleMillis that the stages of a batch take, on average; 0 before it was measured
 * @param trainMillis that computing a batch takes, on average; 0 before it was measured
 * @param queue batches made and not yet computed
 * @param score the product, in which an empty queue counts as half a batch
 * @param threshold that the score must reach
 * @param handOvers stages handed to another thread since the launch before
 */
public record Launch(
    int step,
    long nanos,
    int looks,
    int underWay,
    int making,
    double cpuPercent,
    double gapMillis,
    double sampleMillis,
    double trainMillis,
    int queue,
    double score,
    double threshold,
    long handOvers) {}
