package dev.atoll.train.sampling;

import dev.atoll.graph.Labels;
import dev.atoll.tensor.Backend;
import dev.atoll.train.model.Model;
import java.util.Optional;

/**
 * The model of a run, for policies that read it.
 *
 * @param backend the device of its parameters
 * @param labels of nodes; empty when the objective is about pairs of nodes
 */
public record ModelInTraining(Model model, Backend backend, Optional<Labels> labels) {}
