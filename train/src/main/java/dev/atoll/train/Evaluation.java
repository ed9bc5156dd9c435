package dev.atoll.train;

/** How well a model does, by part of the split. */
public record Evaluation(Scores train, Scores validation, Scores test) {}
