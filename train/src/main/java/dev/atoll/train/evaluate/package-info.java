/**
 * Evaluation on validation and test data.
 *
 * <p>An {@link dev.atoll.train.evaluate.Evaluator} turns the outputs of all workers into an {@link
 * dev.atoll.train.event.Evaluation}: {@link dev.atoll.train.event.Scores} for each part of the
 * split, the selection metric first.
 *
 * <pre>
 *   ObjectiveWork        the objective of a run applied to its data: outputs, loss, evaluator
 *   NodeEvaluator        classes of nodes: every worker counts its own, and counts are summed
 *   EdgeEvaluator        classes of edges
 *   LinkEvaluator        links ranked against negatives
 *   ProbeEvaluator       unsupervised embeddings, by a LogisticProbe fitted to the training nodes
 *   GatheringEvaluator   gathers rows on one worker for the evaluators of pairs and probes
 *   NodeScores           scores outputs that anything has computed
 *   LinkScorer           scores pairs from stored embeddings, without the graph
 * </pre>
 *
 * <p>All workers evaluate together and get the same result. A NaN among outputs is an error on
 * every worker, not a score.
 */
package dev.atoll.train.evaluate;
