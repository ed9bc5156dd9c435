package dev.atoll.comm;

import dev.atoll.comm.tcp.TcpRanks;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.comm.tcp.Tls;
import java.util.List;

class TlsTransportTest extends TransportContract {
  private static final Tls TLS = Tls.selfSigned();

  @Override
  protected List<Transport> group(int size, Limits limits) {
    return TcpRanks.join(size, TcpSettings.LOCAL.withLimits(limits).withTls(TLS));
  }

  /** The bound counts on both ends, and the system's own buffers come on top. */
  @Override
  protected long allowedUnderWay(long bound) {
    return 2 * bound + (16 << 20);
  }
}
