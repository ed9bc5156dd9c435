package dev.atoll.recipe.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * The work of one machine of a run, sent by the lead. The secret is not in it: the machine has it
 * already.
 *
 * @param id names the run
 * @param workers of all machines
 * @param ranks the workers of this one
 * @param host where ranks meet
 * @param port where ranks meet
 * @param self this machine's name in the run
 * @param run the lead's run folder
 * @param lock the content of its lock, by which a machine that sees the folder knows it
 * @param config the settings, as the run folder has them
 * @param shards the lead's folder of shards
 * @param index the digest of the shards' index
 * @param dataset the digest of the dataset
 * @param checkpoint the digest of the checkpoint to resume from; empty without one
 */
record HostOrders(
    String id,
    int workers,
    List<Integer> ranks,
    String host,
    int port,
    String self,
    String run,
    String lock,
    String config,
    String shards,
    String index,
    String dataset,
    String checkpoint) {
  /** The name under which the checkpoint is requested. */
  static final String CHECKPOINT_FILE = "checkpoint";

  private static final ObjectMapper JSON = new ObjectMapper();

  String json() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("orders are texts and numbers", e);
    }
  }

  static HostOrders of(String json) throws JsonProcessingException {
    return JSON.readValue(json, HostOrders.class);
  }
}
