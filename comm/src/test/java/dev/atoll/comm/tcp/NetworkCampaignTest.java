package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Campaign;
import dev.atoll.testkit.Campaign.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Campaigns against a live transport: mutated and random frames of a peer, mutated and random
 * handshakes of callers without the secret. Any silent, hanging or crashing case fails.
 */
class NetworkCampaignTest {
  private static final int FEW = 25;
  private static final Duration LIMIT = Await.MOST;

  /** A case that waits for the deadline or a heartbeat is hung: every peer sends all it has. */
  private static final Limits LIMITS = new Limits(LIMIT, 1 << 20);

  private static final TcpSettings SETTINGS =
      TcpSettings.LOCAL.withLimits(LIMITS).withHeartbeat(LIMIT);
  private static final MessageTag TAG = new MessageTag(Purpose.BOUNDARY, 3);

  private static int[] payload(RandomGenerator random) {
    int count = random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(20);
    return random.ints(count).toArray();
  }

  private static byte[] bytes(int[] numbers) {
    return MemorySegment.ofArray(numbers).toArray(ValueLayout.JAVA_BYTE);
  }

  private static byte[] frame(TcpFrame.Kind kind, int sequence, long label, byte[] body) {
    ByteBuf out = Unpooled.buffer();
    new TcpFrame(kind, TAG, label, Unpooled.wrappedBuffer(body)).writeHeader(out, sequence);
    out.writeBytes(body);
    return Arrays.copyOf(out.array(), out.readableBytes());
  }

  /** The damaged message of a peer that behaved correctly until then. */
  private static byte[] spoilt(RandomGenerator random, int sequence, byte[] body) {
    byte[] good = frame(TcpFrame.Kind.MESSAGE, sequence, 0, body);
    switch (random.nextInt(7)) {
      case 0 -> good[random.nextInt(good.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> random.nextBytes(good);
      case 2 -> {
        return Arrays.copyOf(good, random.nextInt(good.length));
      }
      case 3 -> {
        byte[] longer = Arrays.copyOf(good, good.length + 1 + random.nextInt(100));
        for (int i = good.length; i < longer.length; i++) {
          longer[i] = (byte) random.nextInt();
        }
        return longer;
      }
      case 4 -> good = frame(TcpFrame.Kind.MESSAGE, random.nextInt(), 0, body);
      case 5 -> {
        TcpFrame.Kind[] kinds = TcpFrame.Kind.values();
        good = frame(kinds[random.nextInt(kinds.length)], sequence, random.nextLong(), body);
      }
      default -> forgeHeader(random, good);
    }
    return good;
  }

  /** Another header whose checksum is right; the payload's no longer fits, or its tag. */
  private static void forgeHeader(RandomGenerator random, byte[] frame) {
    ByteBuffer header = ByteBuffer.wrap(frame);
    switch (random.nextInt(4)) {
      case 0 -> header.putInt(0, random.nextInt(1 << 20));
      case 1 -> header.put(4, (byte) random.nextInt());
      case 2 -> header.put(5, (byte) random.nextInt());
      default -> header.putInt(8, random.nextInt());
    }
    header.putInt(28, TcpFrame.checksum(ByteBuffer.wrap(frame, 0, 28)));
  }

  @Test
  void framesOfAPeerAreTakenAsSentOrEndTheRun() throws Exception {
    new Campaign("frames", FEW, LIMIT).run(NetworkCampaignTest::frames);
  }

  /** Sends some correct messages, then a damaged one; the peer then leaves, or stays silent. */
  private static Outcome frames(RandomGenerator random) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    List<byte[]> sent = new ArrayList<>();
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    int good = random.nextInt(4);
    for (int sequence = 0; sequence < good; sequence++) {
      sent.add(bytes(payload(random)));
      wire.write(frame(TcpFrame.Kind.MESSAGE, sequence, 0, sent.getLast()));
    }
    sent.add(bytes(payload(random)));
    wire.write(spoilt(random, good, sent.getLast()));
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        SocketChannel one = SocketChannel.open(zero.address());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Transport> joining =
          threads.submit(() -> zero.connect(List.of(zero.address(), zero.address())));
      new Handshake(run, 1, new byte[0]).call(one.socket(), Handshake.Role.DATA, LIMITS.deadline());
      try (Transport transport = joining.get()) {
        write(one.socket(), wire.toByteArray());
        one.shutdownOutput();
        return received(transport, sent);
      }
    }
  }

  private static Outcome received(Transport transport, List<byte[]> sent) {
    for (byte[] expected : sent) {
      try (Message message = transport.receive(1, TAG)) {
        if (message.payload().mismatch(MemorySegment.ofArray(expected)) >= 0) {
          return Outcome.bad("frames", "silent", "a message came that was not sent");
        }
      } catch (PeerException e) {
        return Outcome.good("frames", "noticed");
      }
    }
    try (Message _ = transport.receive(1, TAG)) {
      return Outcome.bad("frames", "silent", "a message more came than was sent");
    } catch (PeerException e) {
      return Outcome.good("frames", "end of the connection noticed");
    }
  }

  @Test
  void handshakesOfStrangersHaveNoEffect() throws Exception {
    new Campaign("handshakes", FEW, LIMIT).run(NetworkCampaignTest::handshakes);
  }

  private static byte[] handshake(RandomGenerator random, RunIdentity run) throws IOException {
    ByteArrayOutputStream introduction = new ByteArrayOutputStream();
    DataOutputStream record = new DataOutputStream(introduction);
    record.writeUTF(random.nextBoolean() ? run.id() : "other");
    record.writeInt(random.nextInt(4));
    record.writeInt(random.nextInt(-1, 4));
    record.writeBoolean(random.nextBoolean());
    record.writeUTF(random.nextBoolean() ? "" : "ab".repeat(32));
    byte[] number = new byte[32];
    random.nextBytes(number);
    record.write(number);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    out.writeInt(0x41544F4C);
    out.writeInt(random.nextInt(8) == 0 ? random.nextInt() : Handshake.VERSION);
    out.writeShort(introduction.size());
    out.write(introduction.toByteArray());
    out.writeShort(32);
    random.nextBytes(number);
    out.write(number);
    byte[] bytes = all.toByteArray();
    switch (random.nextInt(4)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 2 -> random.nextBytes(bytes);
      default -> {
        // a handshake in good order but for its proof
      }
    }
    return bytes;
  }

  /**
   * Callers without the secret connect while two ranks join; the ranks do, and the callers are
   * dropped.
   */
  private static Outcome handshakes(RandomGenerator random) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Rendezvous rendezvous = Rendezvous.open(run, SETTINGS);
        Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        Endpoint one = Endpoint.open(run, 1, SETTINGS);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Socket> strangers = new ArrayList<>();
      for (InetSocketAddress at : List.of(rendezvous.address(), zero.address())) {
        Socket stranger = new Socket(at.getAddress(), at.getPort());
        strangers.add(stranger);
        write(stranger, handshake(random, run));
        if (random.nextBoolean()) {
          stranger.setSoLinger(random.nextBoolean(), 0);
          stranger.close();
        }
      }
      Future<Transport> first = threads.submit(() -> zero.join(rendezvous.address()));
      Future<Transport> second = threads.submit(() -> one.join(rendezvous.address()));
      try (Transport a = first.get();
          Transport b = second.get()) {
        a.send(1, TAG, MemorySegment.ofArray(new byte[] {1, 2, 3}));
        try (Message message = b.receive(0, TAG)) {
          assertEquals(3, message.payload().byteSize());
        }
        threads.execute(a::close);
      }
      for (Socket stranger : strangers) {
        assertTrue(isDropped(stranger), "a stranger is still connected");
      }
      return Outcome.good("handshakes", "no effect");
    }
  }

  private static boolean isDropped(Socket stranger) throws IOException {
    try (stranger) {
      stranger.setSoTimeout((int) LIMITS.deadline().toMillis());
      while (stranger.getInputStream().read() >= 0) {
        // bytes that the host sent before
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** The other end may hang up before it has read everything. */
  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (SocketException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
