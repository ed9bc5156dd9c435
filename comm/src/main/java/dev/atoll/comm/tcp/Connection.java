package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.Credit;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Inbox;
import dev.atoll.comm.mail.WaitChain;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The connection to one peer.
 *
 * <p>Small payloads are copied and sent asynchronously; large ones are written from the caller's
 * memory, which must not change until they are written.
 */
final class Connection implements FrameReader.Receiver {
  private static final long ANSWER_MILLIS = 1000;
  private static final int COPIED_BYTES = 1 << 15;

  /** The time in which a message may still be written after a collective has failed. */
  private static final long GIVEN_UP_MILLIS = 1000;

  private static final MessageTag OWN = new MessageTag(Purpose.CONTROL, 0);

  private final int self;
  private final int peer;
  private final Inbox inbox;
  private final Duration deadline;
  private final Credit underWay;
  private final Consumer<PeerException> failing;
  private final AtomicReference<CompletableFuture<Integer>> question =
      new AtomicReference<>(new CompletableFuture<>());
  private final Duration silence;
  private final AtomicBoolean beatQueued = new AtomicBoolean();
  private final AtomicInteger beats = new AtomicInteger();
  private Channel reading;
  private Channel writing;
  private boolean receivedLast;

  // Of the thread that reads:
  private boolean heard;
  private boolean everHeard;
  private int missed;
  private volatile boolean beatUnderWay;
  private volatile PeerException fellSilent;

  /**
   * @param silence after which the peer counts as hung
   */
  Connection(
      int self,
      int peer,
      Inbox inbox,
      Limits limits,
      Duration silence,
      Consumer<PeerException> failing) {
    this.self = self;
    this.peer = peer;
    this.inbox = inbox;
    this.deadline = limits.deadline();
    this.underWay = new Credit(limits.bytesPerPeer());
    this.silence = silence;
    this.failing = failing;
  }

  /**
   * Takes over the channels of a socket; they are the same one where a connection is encrypted. Two
   * channels read and write at the same time, each by its own thread, and end together.
   */
  void open(Channel toRead, Channel toWrite) {
    reading = toRead;
    writing = toWrite;
    inbox.onTakenBack(peer, this::disconnect);
    inbox.onCapacity(peer, () -> toRead.eventLoop().execute(this::startReading));
    if (toRead != toWrite) {
      toRead.closeFuture().addListener(_ -> disconnect());
      toWrite.closeFuture().addListener(_ -> disconnect());
    }
  }

  void startReading() {
    reading.config().setAutoRead(true);
  }

  void send(MessageTag tag, long label, MemorySegment payload) {
    startSend(tag, label, payload).await();
  }

  Transport.Sending startSend(MessageTag tag, long label, MemorySegment payload) {
    boolean copied = payload.byteSize() <= COPIED_BYTES || !Inbox.isOpenToAll(payload);
    admit(tag, payload.byteSize());
    ChannelFuture written = write(tag, label, copied ? copy(payload) : wrap(payload));
    return copied ? Transport.Sending.DONE : new Writing(tag, written);
  }

  /** Sends a message and releases its memory once it is written; does not wait for that. */
  Transport.Sending sendAndRelease(MessageTag tag, long label, Message message) {
    if (message.payload().byteSize() <= COPIED_BYTES) {
      try (message) {
        return startSend(tag, label, message.payload());
      }
    }
    ChannelFuture written;
    try {
      admit(tag, message.payload().byteSize());
      written = write(tag, label, wrap(message.payload()));
    } catch (RuntimeException e) {
      message.close();
      throw e;
    }
    written.addListener(_ -> message.close());
    return new Writing(tag, written);
  }

  /** Sends a message that the thread that writes fills. */
  Transport.Sending sendFilled(MessageTag tag, long label, long bytes, Supplier<Message> filled) {
    admit(tag, bytes);
    var frame = new FrameWriter.Unfilled(tag, label, () -> filledOrFailed(filled));
    return new Writing(tag, write(frame, bytes));
  }

  private Message filledOrFailed(Supplier<Message> filled) {
    try {
      return filled.get();
    } catch (RuntimeException | Error e) {
      failing.accept(PeerException.origin(self, e));
      throw e;
    }
  }

  /** Waits until a message of this size may be in flight. */
  private void admit(MessageTag tag, long payloadBytes) {
    inbox.checkReachable(peer, tag);
    try {
      if (!underWay.take(frameBytes(payloadBytes), deadline.toNanos())) {
        throw late(tag);
      }
    } catch (InterruptedException e) {
      throw interrupted(tag, e);
    }
    inbox.checkReachable(peer, tag);
  }

  private static long frameBytes(long payloadBytes) {
    return payloadBytes + TcpFrame.HEADER_BYTES;
  }

  private PeerException interrupted(MessageTag tag, InterruptedException e) {
    Thread.currentThread().interrupt();
    return PeerException.interrupted(self, "sending %s to rank %d".formatted(tag, peer), e);
  }

  static ByteBuf wrap(MemorySegment payload) {
    return Unpooled.wrappedBuffer(payload.asByteBuffer());
  }

  private ChannelFuture write(MessageTag tag, long label, ByteBuf body) {
    return write(TcpFrame.message(tag, label, body), body.readableBytes());
  }

  private ChannelFuture write(Object frame, long payloadBytes) {
    return writing
        .writeAndFlush(frame)
        .addListener(_ -> underWay.release(frameBytes(payloadBytes)));
  }

  /** A message that is written from the caller's memory. */
  private final class Writing implements Transport.Sending {
    private final MessageTag tag;
    private final ChannelFuture written;

    Writing(MessageTag tag, ChannelFuture written) {
      this.tag = tag;
      this.written = written;
    }

    @Override
    public void await() {
      if (written.isSuccess()) {
        return;
      }
      try {
        awaitWritten(written, tag);
      } catch (InterruptedException e) {
        throw interrupted(tag, e);
      }
    }

    @Override
    public void close() {
      if (!written.awaitUninterruptibly(GIVEN_UP_MILLIS)) {
        failing.accept(late(tag));
        disconnect();
        written.awaitUninterruptibly();
      }
    }
  }

  private PeerException late(MessageTag tag) {
    return inbox.late(peer, "capacity for a message on " + tag);
  }

  private ByteBuf copy(MemorySegment payload) {
    int bytes = (int) payload.byteSize();
    ByteBuf body = writing.alloc().directBuffer(bytes);
    MemorySegment.ofBuffer(body.nioBuffer(0, bytes)).copyFrom(payload);
    return body.writerIndex(bytes);
  }

  /** Waits for a write; returns or throws only when the caller's memory is no longer read. */
  private void awaitWritten(ChannelFuture written, MessageTag tag) throws InterruptedException {
    try {
      if (!written.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        PeerException late = late(tag);
        failing.accept(late); // before closing, so that all ranks get the reason
        throw late;
      }
    } finally {
      if (!written.isDone()) {
        disconnect();
        written.awaitUninterruptibly();
      }
    }
    if (!written.isSuccess()) {
      inbox.checkReachable(peer, tag);
      throw PeerException.lost(self, peer, written.cause().toString());
    }
  }

  /** Asks the peer which rank it waits for; threads that ask at a time share the answer. */
  int awaitedByPeer() {
    CompletableFuture<Integer> answer =
        question.updateAndGet(asked -> asked.isDone() ? new CompletableFuture<>() : asked);
    sendControl(TcpFrame.Kind.QUESTION, 0);
    try {
      return answer.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return WaitChain.SILENT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return WaitChain.SILENT;
    }
  }

  /**
   * Sends a heartbeat, and counts beats without one from the peer. This is done by the thread that
   * reads, so bytes that wait to be read count as a sign of life.
   */
  void beat() {
    if (beatQueued.compareAndSet(false, true)) {
      reading.eventLoop().execute(this::countBeat);
    }
  }

  private void countBeat() {
    beatQueued.set(false);
    if (reading.isActive()) {
      beatOrGiveUp();
    }
    beats.incrementAndGet();
  }

  /** The beats of this rank that have been counted. */
  int beats() {
    return beats.get();
  }

  /** Whether nothing was heard since the last beat, though the rank reads. */
  private boolean misses() {
    return !heard && reading.config().isAutoRead();
  }

  /** Whether the next beat, if it came now, would count as missed. */
  boolean missesABeat() {
    return reading.eventLoop().submit(this::misses).syncUninterruptibly().getNow();
  }

  private void beatOrGiveUp() {
    everHeard |= heard;
    missed = misses() ? missed + 1 : 0;
    heard = false;
    int patience = everHeard ? 1 : Heartbeat.FIRST_BEAT_FACTOR;
    if (missed >= Heartbeat.MISSED_BEATS * patience) {
      fellSilent = PeerException.silent(self, peer, silence.multipliedBy(patience));
      failing.accept(fellSilent);
      disconnect();
    } else if (!beatUnderWay) {
      beatUnderWay = true;
      writing
          .writeAndFlush(new TcpFrame(TcpFrame.Kind.HEARTBEAT, OWN, 0, Unpooled.EMPTY_BUFFER))
          .addListener(_ -> beatUnderWay = false);
    }
  }

  /** Sends the last frame of a rank that closes its transport without a failure. */
  void sendGoodbye() {
    sendControl(TcpFrame.Kind.GOODBYE, 0);
  }

  /** Sends the last frame of a run that failed. */
  void sendFailure(PeerException why) {
    underWay.open();
    byte[] text = why.getMessage().getBytes(UTF_8);
    ByteBuf body = writing.alloc().directBuffer(text.length).writeBytes(text);
    sendControl(new TcpFrame(TcpFrame.Kind.FAILURE, OWN, why.rank(), body));
  }

  private void sendControl(TcpFrame.Kind kind, long label) {
    sendControl(new TcpFrame(kind, OWN, label, Unpooled.EMPTY_BUFFER));
  }

  /** Sends without waiting: a failed write ends the connection, which is reported there. */
  private void sendControl(TcpFrame frame) {
    ChannelFuture _ = writing.writeAndFlush(frame);
  }

  private void disconnect() {
    ChannelFuture _ = writing.close();
    ChannelFuture _ = reading.close();
  }

  /** The end of a connection whose peer sent no more heartbeats, if it ended so. */
  Optional<PeerException> fellSilent() {
    return Optional.ofNullable(fellSilent);
  }

  /** Waits until the peer has received the last frame and has disconnected, then closes. */
  void close(long nanos) {
    if (!reading.closeFuture().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS)) {
      reading.close().awaitUninterruptibly();
    }
    writing.close().awaitUninterruptibly();
  }

  @Override
  public Message slot(TcpFrame.Header header) {
    return header.kind() == TcpFrame.Kind.MESSAGE
        ? inbox.slot(peer, header.tag(), header.label(), header.length())
        : null;
  }

  @Override
  public void received(TcpFrame.Header header, Message payload) {
    switch (header.kind()) {
      case MESSAGE -> inbox.put(peer, header.tag(), payload);
      case HEARTBEAT -> payload.close();
      case QUESTION -> {
        payload.close();
        sendControl(TcpFrame.Kind.WAITING, inbox.awaited());
      }
      case WAITING -> {
        payload.close();
        question.get().complete((int) header.label());
      }
      case GOODBYE -> {
        payload.close();
        depart();
      }
      case FAILURE -> {
        String text = new String(payload.payload().toArray(ValueLayout.JAVA_BYTE), UTF_8);
        payload.close();
        receivedLast = true;
        failing.accept(new PeerException((int) header.label(), text));
        disconnect();
      }
    }
  }

  private void depart() {
    receivedLast = true;
    inbox.depart(peer);
    underWay.open();
    disconnect();
  }

  @Override
  public void pause() {
    heard = true;
    if (inbox.pauseIfFull(peer)) {
      reading.config().setAutoRead(false);
    }
  }

  @Override
  public void ended(Throwable why) {
    if (!receivedLast && !inbox.hasFailed()) {
      failing.accept(
          PeerException.lost(
              self, peer, why == null ? "it was closed without a goodbye" : text(why)));
    }
    underWay.open();
  }

  private static String text(Throwable why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
  }
}
