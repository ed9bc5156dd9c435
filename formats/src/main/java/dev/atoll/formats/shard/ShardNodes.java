package dev.atoll.formats.shard;

import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import java.util.Map;
import java.util.Optional;

/**
 * The node data of one part: the features of its core nodes, in the order of the shard, and the
 * labels, splits and links of all nodes, by the dataset's numbers.
 *
 * @param name of the dataset
 * @param features absent on graphs without features
 * @param density the share of elements that are stored, over the features of all parts; 1 for dense
 *     ones
 * @param metric the metric that the publishers name, if any
 */
public record ShardNodes(
    String name,
    Optional<Features> features,
    double density,
    Optional<Labels> labels,
    Map<String, Split> splits,
    Optional<String> metric,
    Optional<Links> links) {}
