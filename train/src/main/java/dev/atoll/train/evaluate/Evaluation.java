package dev.atoll.train.evaluate;

/** How well a model does, by part of the split. */
public record Evaluation(Scores train, Scores validation, Scores test) {}
