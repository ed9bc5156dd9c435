package dev.atoll.comm;

import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.machine.MachineTransport;
import java.util.List;

/** Ranks of one process that ask each other for everything. */
class ApartTransportTest extends TransportContract {
  @Override
  protected List<Transport> group(int size, Limits limits) {
    return LocalTransport.group(size, limits).stream().map(MachineTransport::apart).toList();
  }
}
