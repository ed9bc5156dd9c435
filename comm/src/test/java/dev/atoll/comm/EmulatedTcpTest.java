package dev.atoll.comm;

import dev.atoll.comm.emulate.EmulatedNetwork;
import dev.atoll.comm.emulate.NetworkSpeed;
import dev.atoll.comm.tcp.TcpRanks;
import dev.atoll.comm.tcp.TcpSettings;
import java.util.List;

class EmulatedTcpTest extends TransportContract {
  @Override
  protected List<Transport> group(int size, Limits limits) {
    return TcpRanks.join(size, TcpSettings.LOCAL.withLimits(limits)).stream()
        .map(transport -> EmulatedNetwork.over(transport, new NetworkSpeed(100, 20)))
        .toList();
  }

  /** The bound counts on the link and on both ends, and the system's own buffers come on top. */
  @Override
  protected long allowedUnderWay(long bound) {
    return 3 * bound + (16 << 20);
  }
}
