package dev.atoll.train.evaluate;

/** The scores of a model, by part of the split. */
public record Evaluation(Scores train, Scores validation, Scores test) {}
