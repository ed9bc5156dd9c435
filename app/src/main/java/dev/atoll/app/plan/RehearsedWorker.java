package dev.atoll.app.plan;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of many workers that was rehearsed as a sample of all.
 *
 * @param part of the graph
 * @param trait that it was chosen for
 * @param nodes of its own
 * @param edges that end in them
 * @param haloNodes of others that it reads
 * @param bytes that it receives in an epoch, and its share of sums
 * @param peakBytes that it holds
 */
public record RehearsedWorker(
    int part, String trait, int nodes, long edges, int haloNodes, long bytes, long peakBytes) {
  /** The worker as JSON. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("part", part);
    json.put("trait", trait);
    json.put("nodes", nodes);
    json.put("edges", edges);
    json.put("haloNodes", haloNodes);
    json.put("bytesPerEpoch", bytes);
    json.put("peakBytes", peakBytes);
    return json;
  }
}
