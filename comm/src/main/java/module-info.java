/** Bytes between ranks: transports, collectives, requests; knows no tensor and no graph. */
module dev.atoll.comm {
  requires jdk.incubator.vector;

  exports dev.atoll.comm;
  exports dev.atoll.comm.local;
}
