package dev.atoll.comm;

import dev.atoll.comm.local.LocalTransport;
import java.util.List;

class LocalTransportTest extends TransportContract {
  @Override
  protected List<Transport> group(int size, Limits limits) {
    return LocalTransport.group(size, limits);
  }
}
