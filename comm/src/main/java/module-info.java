/** Communication between ranks: transports, collectives, requests; knows no tensor and no graph. */
module dev.atoll.comm {
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires static jdk.incubator.vector;

  exports dev.atoll.comm to
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.comm.emulate to
      dev.atoll.recipe;
  exports dev.atoll.comm.local to
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.comm.machine to
      dev.atoll.recipe;
  exports dev.atoll.comm.tcp to
      dev.atoll.recipe;
}
