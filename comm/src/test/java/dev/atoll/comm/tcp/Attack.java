package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.atoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** The behaviour of a caller that does not know the run's secret. */
enum Attack {
  GARBAGE {
    @Override
    void on(Caller caller) throws IOException {
      caller.out.write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
    }
  },
  CONNECT_AND_CLOSE {
    @Override
    void on(Caller caller) throws IOException {
      caller.socket.close();
    }
  },
  TWO_BYTES_AND_RESET {
    @Override
    void on(Caller caller) throws IOException {
      caller.out.writeShort(0x4154);
      caller.reset();
    }
  },
  MAGIC_AND_CLOSE {
    @Override
    void on(Caller caller) throws IOException {
      caller.out.writeInt(MAGIC);
      caller.out.writeInt(Handshake.VERSION);
      caller.socket.close();
    }
  },
  MAGIC_AND_RESET {
    @Override
    void on(Caller caller) throws IOException {
      caller.out.writeInt(MAGIC);
      caller.out.writeInt(Handshake.VERSION);
      caller.reset();
    }
  },
  OTHER_VERSION {
    @Override
    void on(Caller caller) throws IOException {
      caller.out.writeInt(MAGIC);
      caller.out.writeInt(99);
    }
  },
  LONGEST_RECORD {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.out.writeShort(65_535);
      caller.out.write(new byte[65_535]);
    }
  },
  MALFORMED_INTRODUCTION {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.record(new byte[] {(byte) 0xff, (byte) 0xff, 0, 0, 1});
    }
  },
  WRONG_RUN {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.introduce("yesterday", 2, 1);
      caller.record(new byte[32]);
    }
  },
  WRONG_RANK {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.introduce(caller.run, 3, 7);
      caller.record(new byte[32]);
    }
  },
  WRONG_PROOF {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.introduce(caller.run, 2, 1);
      caller.record(new byte[32]);
    }
  },
  INTRODUCTION_SENT_BACK {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.introduce(caller.run, 2, 1);
      caller.record(caller.receive());
    }
  },
  SILENCE_AFTER_INTRODUCTION {
    @Override
    void on(Caller caller) throws IOException {
      caller.greet();
      caller.introduce(caller.run, 2, 1);
    }
  };

  private static final int MAGIC = 0x41544F4C;

  abstract void on(Caller caller) throws IOException;

  /** Calls an address and attacks; either end may close the connection first. */
  static Caller call(InetSocketAddress address, String run, boolean data, Attack attack)
      throws IOException {
    Caller caller = new Caller(address, run, data);
    try {
      attack.on(caller);
    } catch (IOException _) {
      // the host has hung up: that is its right
    }
    return caller;
  }

  /** Starts all attacks on an address; connections stay open if the attack leaves them open. */
  static List<Caller> all(InetSocketAddress address, String run, boolean data) throws IOException {
    List<Caller> callers = new ArrayList<>();
    for (Attack attack : values()) {
      callers.add(call(address, run, data, attack));
    }
    return callers;
  }

  /** A connection of a caller without the secret. */
  static final class Caller implements AutoCloseable {
    private final Socket socket;
    private final String run;
    private final boolean data;
    private final DataInputStream in;
    private final DataOutputStream out;

    Caller(InetSocketAddress address, String run, boolean data) throws IOException {
      socket = new Socket(address.getAddress(), address.getPort());
      socket.setSoTimeout((int) Await.MOST.toMillis());
      this.run = run;
      this.data = data;
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    }

    void greet() throws IOException {
      out.writeInt(MAGIC);
      out.writeInt(Handshake.VERSION);
      in.readLong();
    }

    void introduce(String id, int size, int rank) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream record = new DataOutputStream(bytes);
      record.writeUTF(id);
      record.writeInt(size);
      record.writeInt(rank);
      record.writeBoolean(data);
      record.writeUTF("");
      record.write(new byte[32]);
      record(bytes.toByteArray());
    }

    void record(byte[] bytes) throws IOException {
      out.writeShort(bytes.length);
      out.write(bytes);
    }

    byte[] receive() throws IOException {
      byte[] record = new byte[in.readUnsignedShort()];
      in.readFully(record);
      return record;
    }

    /** Whether the host closes the connection, whatever it sends before. */
    boolean isDropped() {
      try {
        while (in.read() >= 0) {
          // the host's last words
        }
        return true;
      } catch (SocketTimeoutException e) {
        return false;
      } catch (IOException e) {
        return true;
      }
    }

    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
