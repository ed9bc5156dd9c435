package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.comm.Limits;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.testkit.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank asks its peer, a socket here, for which rank that one waits. */
@Timeout(180)
class QuestionTest {
  private static final MessageTag TAG = new MessageTag(Purpose.CONTROL, 0);
  private static final TcpSettings SETTINGS =
      TcpSettings.LOCAL
          .withLimits(new Limits(Await.MOST, Limits.LEAST_BYTES))
          .withHeartbeat(Await.MOST);

  private int received;
  private int sent;

  /** One answer is enough for both: a second one may come too late for the thread asked first. */
  @Test
  void threadsThatAskTogetherShareTheAnswer() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        SocketChannel one = SocketChannel.open(zero.address())) {
      new Handshake(run, 1, new byte[0])
          .call(one.socket(), Handshake.Role.DATA, SETTINGS.limits().deadline());
      try (TcpTransport transport =
          zero.connect(List.of(zero.address(), zero.address()), SETTINGS)) {
        Connection connection = transport.peers().getFirst();
        Await.until(
            "an answer within the time that a question is given",
            () -> bothAsk(connection, one.socket()).equals(List.of(7, 7)));
        one.shutdownOutput();
      }
    }
  }

  private List<Integer> bothAsk(Connection connection, Socket peer) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Integer> first = threads.submit(connection::awaitedByPeer);
      Future<Integer> second = threads.submit(connection::awaitedByPeer);
      awaitQuestion(peer);
      awaitQuestion(peer);
      ByteBuf answer = Unpooled.buffer();
      new TcpFrame(TcpFrame.Kind.WAITING, TAG, 7, Unpooled.EMPTY_BUFFER)
          .writeHeader(answer, sent++);
      peer.getOutputStream().write(answer.array(), 0, answer.readableBytes());
      return List.of(first.get(), second.get());
    }
  }

  private void awaitQuestion(Socket peer) throws IOException {
    TcpFrame.Kind kind;
    do {
      byte[] header = peer.getInputStream().readNBytes(TcpFrame.HEADER_BYTES);
      assertEquals(TcpFrame.HEADER_BYTES, header.length, "bytes of a header");
      kind = TcpFrame.readHeader(Unpooled.wrappedBuffer(header), received++).kind();
    } while (kind != TcpFrame.Kind.QUESTION);
  }
}
