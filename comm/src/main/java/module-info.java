/** Communication between ranks: transports, collectives, requests; knows no tensor and no graph. */
module dev.atoll.comm {
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires static jdk.incubator.vector;

  exports dev.atoll.comm;
  exports dev.atoll.comm.emulate;
  exports dev.atoll.comm.local;
  exports dev.atoll.comm.machine;
  exports dev.atoll.comm.tcp;
}
