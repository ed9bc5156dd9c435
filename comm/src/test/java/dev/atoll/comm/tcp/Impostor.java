package dev.atoll.comm.tcp;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A machine in between that passes on the proofs, then offers a certificate of its own. */
final class Impostor {
  private Impostor() {}

  /** Takes the place of either end; returns the errors of reading from them. */
  static List<String> stepBetween(ServerSocket server, InetSocketAddress called) {
    List<String> errors = new ArrayList<>();
    try (Socket caller = server.accept();
        Socket host = new Socket(called.getAddress(), called.getPort())) {
      copy(8, caller, host);
      copy(8, host, caller);
      String ofCaller = certificate(copyRecord(caller, host));
      String ofHost = certificate(copyRecord(host, caller));
      copyRecord(caller, host);
      copyRecord(host, caller);
      copyRecord(host, caller);
      for (Socket end : new Socket[] {host, caller}) {
        try {
          boolean calls = end == host;
          Socket own = Tls.selfSigned().over(end, calls, calls ? ofHost : ofCaller);
          own.getOutputStream().write(0);
          errors.add("read " + own.getInputStream().read());
        } catch (IOException e) {
          errors.add(e.toString());
        }
      }
      errors.removeIf(error -> error.startsWith("read ") && !error.equals("read -1"));
    } catch (IOException e) {
      errors.clear();
    }
    return errors;
  }

  private static byte[] copy(int bytes, Socket from, Socket to) throws IOException {
    byte[] passed = from.getInputStream().readNBytes(bytes);
    to.getOutputStream().write(passed);
    return passed;
  }

  private static byte[] copyRecord(Socket from, Socket to) throws IOException {
    byte[] length = copy(2, from, to);
    return copy((length[0] & 0xff) << 8 | (length[1] & 0xff), from, to);
  }

  private static String certificate(byte[] introduction) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(introduction));
    in.readUTF();
    in.skipNBytes(9);
    return in.readUTF();
  }
}
