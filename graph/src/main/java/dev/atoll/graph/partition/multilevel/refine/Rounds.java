package dev.atoll.graph.partition.multilevel.refine;

import java.util.List;

/**
 * The parameters of rounds in which all nodes choose at once.
 *
 * @param temperatures one after the other: the share of its edges inside its part that a candidate
 *     may lose at most
 * @param most rounds at one temperature
 * @param patience rounds without progress after which the next temperature follows
 */
public record Rounds(List<Double> temperatures, int most, int patience) {}
