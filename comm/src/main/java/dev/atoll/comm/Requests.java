package dev.atoll.comm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Requests and replies. A rank serves numbered services on dedicated threads; other ranks send
 * requests, many at a time, and replies come back in any order.
 *
 * <pre>{@code
 * requests.serve(ROWS, (peer, ids, answer) -> gather(ids, answer.reserve(rowBytes(ids))));
 *
 * Requests.Round round = requests.round(Purpose.FEATURES);      // one fan-out counts as one round
 * Reply a = round.ask(1, ROWS, idsOf1), b = round.ask(2, ROWS, idsOf2);
 * copyLocalRows();                                              // meanwhile
 * use(a.await()); use(b.await());
 * }</pre>
 *
 * If requests wait for a thread, they are served in the order of {@link
 * SchedulingContext#priority()}.
 *
 * <p>The bytes of unanswered requests are bounded per peer by {@link Limits#bytesPerPeer()}: above
 * the bound, asking waits. One per transport; all methods may be called by many threads.
 */
public final class Requests implements AutoCloseable {
  private static final int ASKING = -1;
  private static final int ANSWERING = -2;
  private static final int LOW_BITS = 16;
  private static final long LOW = (1L << LOW_BITS) - 1;

  // A request's number: its priority and a count; travels above the low bits.
  private static final int PRIORITY_BITS = 24;
  private static final int COUNT_BITS = Long.SIZE - LOW_BITS - PRIORITY_BITS;
  private static final long HIGHEST_PRIORITY = (1L << PRIORITY_BITS) - 1;

  // The kind of an answer; travels in the low bits of its label.
  private static final long ANSWERED = 0;
  private static final long FAILED = 1;
  private static final long FIRST_CHUNK = 2;

  /** The most chunks of an answer. */
  public static final int MOST_CHUNKS = (int) (LOW - FIRST_CHUNK);

  private final Transport transport;
  private final Map<Integer, Handler> handlers = new ConcurrentHashMap<>();
  private final Map<Long, PendingRequest> waiting = new ConcurrentHashMap<>();
  private final Credit[] credits;
  private final AtomicReferenceArray<PeerException> ends;
  private final AtomicLong ids = new AtomicLong();
  private final AtomicLong arrivals = new AtomicLong();
  private final ExecutorService threads;

  private record PendingRequest(int peer, long bytes, Receiver receiver) {}

  /** Receives the answer to a request. */
  interface Receiver {
    /** Receives a chunk of the answer, or all of it; returns whether nothing is missing. */
    boolean take(int chunk, Message message);

    void fail(PeerException why);
  }

  /** Answers the requests of a service. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Answers one request: reserves the answer's memory and fills it. Called by several threads at
     * a time; must not send requests itself, for all service threads may be waiting. An exception
     * is passed on to the rank that asked.
     */
    void answer(int peer, MemorySegment request, Answer answer) throws Exception;
  }

  /** The memory of an answer. */
  public static final class Answer {
    private final Transport transport;
    private final int peer;
    private final MessageTag tag;
    private final long number;
    private final UnwrittenChunks unwritten = new UnwrittenChunks();
    private Message message;
    private volatile boolean chunked;
    private volatile boolean unsendable;

    private Answer(Transport transport, int peer, MessageTag tag, long number) {
      this.transport = transport;
      this.peer = peer;
      this.tag = tag;
      this.number = number;
    }

    /**
     * Sends a chunk of an answer; both ends divide answers in the same way, see {@link
     * StreamedReplies}. Chunks may be sent by several threads, in any order; waits while many
     * chunks are unwritten.
     *
     * @param chunk from 0, below {@link Requests#MOST_CHUNKS}
     * @param fill fills memory of that size, whose content is unspecified
     */
    public void chunk(int chunk, long bytes, Consumer<MemorySegment> fill) {
      chunked = true;
      Message filled = transport.filled(bytes, fill);
      unwritten.add(started(() -> transport.sendAndRelease(peer, tag, label(chunk), filled)));
    }

    /**
     * Sends a chunk like {@link #chunk}, filled by the thread that writes it, if there are writing
     * threads; the request stays valid until then.
     *
     * @param fill must not fail
     */
    public void chunkFilledByWriter(int chunk, long bytes, Consumer<MemorySegment> fill) {
      chunked = true;
      unwritten.add(started(() -> transport.sendFilled(peer, tag, label(chunk), bytes, fill)));
    }

    private long label(int chunk) {
      return number | (FIRST_CHUNK + chunk);
    }

    /**
     * The number of threads that write at a time, each to another peer; 0 if none is free to write.
     */
    public int writingThreads() {
      return transport.threadsEachWay();
    }

    /**
     * Reserves memory of that size for the answer, to be filled by the caller; its content is
     * unspecified. Without this call the answer is empty.
     *
     * @throws IllegalArgumentException if it exceeds the size of one message
     */
    public MemorySegment reserve(long bytes) {
      if (message != null) {
        throw new IllegalStateException("the answer was reserved already");
      }
      Transport.checkSize(bytes);
      message = transport.allocate(bytes);
      return message.payload();
    }

    /** Sends the memory that was reserved; chunks are sent already. */
    private void send() {
      if (message != null) {
        started(() -> transport.sendAndRelease(peer, tag, number | ANSWERED, message));
      } else if (!chunked) {
        started(() -> transport.startSend(peer, tag, number | ANSWERED, MemorySegment.NULL));
      }
    }

    /** Starts to send; notes that the peer cannot be reached, or takes nothing any more. */
    private Transport.Sending started(Supplier<Transport.Sending> send) {
      try {
        return send.get();
      } catch (PeerException e) {
        unsendable = true;
        throw e;
      }
    }

    private void release() {
      if (message != null) {
        message.close();
      }
    }
  }

  /**
   * The chunks of an answer that are not written to the connection yet. They are few, so that their
   * memory stays in the caches between filling and writing, and is soon reused.
   */
  private static final class UnwrittenChunks {
    private static final int MOST = 4;

    private final ArrayDeque<Transport.Sending> chunks = new ArrayDeque<>();

    /** Adds a chunk; waits for the oldest if there are too many. */
    void add(Transport.Sending chunk) {
      if (chunk != Transport.Sending.DONE) {
        Transport.Sending oldest;
        synchronized (chunks) {
          chunks.add(chunk);
          oldest = chunks.size() > MOST ? chunks.poll() : Transport.Sending.DONE;
        }
        oldest.await();
      }
    }

    void awaitAll() {
      synchronized (chunks) {
        chunks.forEach(Transport.Sending::await);
        chunks.clear();
      }
    }
  }

  /** Starts that many service threads; services are added by {@link #serve}. */
  public Requests(Transport transport, int serviceThreads) {
    this.transport = transport;
    String name = "service-of-rank-" + transport.rank() + "-";
    threads =
        new ThreadPoolExecutor(
            serviceThreads,
            serviceThreads,
            0,
            TimeUnit.SECONDS,
            new PriorityBlockingQueue<>(),
            Thread.ofPlatform().name(name, 0).daemon().factory());
    credits = new Credit[transport.size()];
    ends = new AtomicReferenceArray<>(transport.size());
    for (int peer = 0; peer < credits.length; peer++) {
      credits[peer] = new Credit(transport.limits().bytesPerPeer());
    }
    transport.listen(ANSWERING, new ReplyListener());
    transport.listen(ASKING, new RequestListener());
  }

  /**
   * Adds a service, numbered from 0 to 65535. Requests that arrive before fail: add services, then
   * wait for all ranks at a barrier.
   */
  public void serve(int service, Handler handler) {
    if (service < 0 || service > LOW) {
      throw new IllegalArgumentException(
          "service %d: expected a number from 0 to %d".formatted(service, LOW));
    }
    if (handlers.putIfAbsent(service, handler) != null) {
      throw new IllegalStateException("service %d is served already".formatted(service));
    }
  }

  /** Sends a request; returns at once, unless too many bytes of requests are unanswered. */
  public Reply ask(int peer, int service, Purpose purpose, MemorySegment request) {
    Reply reply = new Reply(transport, peer, asked(service, purpose));
    ask(peer, service, purpose, request, reply.receiver());
    return reply;
  }

  static String asked(int service, Purpose purpose) {
    return "service %d (%s)".formatted(service, purpose.label());
  }

  void ask(int peer, int service, Purpose purpose, MemorySegment request, Receiver receiver) {
    long bytes = Math.max(1, request.byteSize());
    takeCredit(peer, bytes, asked(service, purpose));
    long id = number();
    waiting.put(id, new PendingRequest(peer, bytes, receiver));
    PeerException end = ends.get(peer);
    if (end != null) { // it may have ended just before the reply was registered
      finish(id, r -> r.fail(end));
    }
    try {
      transport.send(peer, new MessageTag(purpose, ASKING), id << LOW_BITS | service, request);
    } catch (RuntimeException e) {
      finish(id, r -> {});
      throw e;
    }
  }

  /** A number that no other request in flight has. */
  private long number() {
    long priority =
        SchedulingContext.CURRENT.isBound()
            ? Math.min(SchedulingContext.CURRENT.get().priority(), HIGHEST_PRIORITY)
            : 0;
    return (priority << COUNT_BITS) | (ids.incrementAndGet() & ((1L << COUNT_BITS) - 1));
  }

  private void takeCredit(int peer, long bytes, String asked) {
    Limits limits = transport.limits();
    try {
      if (!credits[peer].take(bytes, limits.deadline().toNanos())) {
        throw PeerException.late(
            transport.rank(),
            peer,
            "answers before asking %s again".formatted(asked),
            limits.deadline());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(transport.rank(), "asking " + asked, e);
    }
  }

  /** A fan-out of requests that counts as one round, from its first request on. */
  public Round round(Purpose purpose) {
    return new Round(purpose);
  }

  /** One fan-out of requests and its replies; used by one thread. */
  public final class Round {
    private final Purpose purpose;
    private boolean counted;

    private Round(Purpose purpose) {
      this.purpose = purpose;
    }

    public Reply ask(int peer, int service, MemorySegment request) {
      if (!counted) {
        transport.countRound(purpose);
        counted = true;
      }
      return Requests.this.ask(peer, service, purpose, request);
    }
  }

  /** A fan-out of requests that counts as one round, whose answers come in chunks. */
  public StreamedReplies chunked(Purpose purpose) {
    return new StreamedReplies(this, transport, purpose, null);
  }

  /** Divided replies whose chunks are handed to {@code taker} on the threads that receive them. */
  public StreamedReplies chunked(Purpose purpose, StreamedReplies.Taker taker) {
    return new StreamedReplies(this, transport, purpose, taker);
  }

  /** Stops serving, after the requests that have arrived. */
  @Override
  public void close() {
    threads.close();
  }

  /** Ends a request, unless it was ended before. */
  private void finish(long id, Consumer<Receiver> ending) {
    PendingRequest asked = waiting.remove(id);
    if (asked != null) {
      credits[asked.peer()].release(asked.bytes());
      ending.accept(asked.receiver());
    }
  }

  private final class ReplyListener implements Transport.Listener {
    @Override
    public void arrived(int peer, MessageTag tag, Message message) {
      long id = message.label() >>> LOW_BITS;
      long what = message.label() & LOW;
      if (what != FAILED) {
        PendingRequest asked = waiting.get(id);
        if (asked == null) {
          message.close();
        } else if (asked.receiver().take((int) Math.max(0, what - FIRST_CHUNK), message)) {
          finish(id, _ -> {});
        }
      } else {
        byte[] text = message.payload().toArray(ValueLayout.JAVA_BYTE);
        message.close();
        finish(id, reply -> reply.fail(new PeerException(peer, new String(text, UTF_8))));
      }
    }

    @Override
    public void ended(int peer, PeerException why) {
      ends.set(peer, why);
      credits[peer].open();
      waiting.forEach(
          (id, asked) -> {
            if (asked.peer() == peer) {
              finish(id, reply -> reply.fail(why));
            }
          });
    }
  }

  /** A request that waits for a thread. */
  private record QueuedRequest(long priority, long bytes, long arrival, Runnable work)
      implements Runnable, Comparable<QueuedRequest> {
    private static final Comparator<QueuedRequest> URGENT_FIRST =
        Comparator.comparingLong(QueuedRequest::priority)
            .thenComparingLong(QueuedRequest::bytes)
            .thenComparingLong(QueuedRequest::arrival);

    @Override
    public void run() {
      work.run();
    }

    @Override
    public int compareTo(QueuedRequest other) {
      return URGENT_FIRST.compare(this, other);
    }
  }

  private final class RequestListener implements Transport.Listener {
    @Override
    public void arrived(int peer, MessageTag tag, Message message) {
      try {
        long priority = message.label() >>> (LOW_BITS + COUNT_BITS);
        threads.execute(
            new QueuedRequest(
                priority,
                priority == 0 ? 0 : message.payload().byteSize(),
                arrivals.incrementAndGet(),
                () -> serve(peer, tag.purpose(), message)));
      } catch (RejectedExecutionException closed) {
        message.close(); // the requesting rank is notified when this rank's transport closes
      }
    }

    @Override
    public void ended(int peer, PeerException why) {}
  }

  private void serve(int peer, Purpose purpose, Message request) {
    MessageTag tag = new MessageTag(purpose, ANSWERING);
    long number = request.label() & ~LOW;
    Answer answer = new Answer(transport, peer, tag, number);
    try {
      try (request) {
        answer(peer, request, answer);
      } catch (Throwable t) {
        answer.release();
        throw t;
      }
      answer.send();
    } catch (Throwable t) { // also errors: the peer would wait until its deadline
      if (!answer.unsendable) { // else the failure would wait as long as the answer has
        sendFailure(peer, tag, number, t);
      }
    }
  }

  private void sendFailure(int peer, MessageTag tag, long number, Throwable why) {
    byte[] text = origin(why).getMessage().getBytes(UTF_8);
    try {
      transport.send(peer, tag, number | FAILED, MemorySegment.ofArray(text));
    } catch (PeerException ignored) {
      // The requesting rank has left, or the run has failed on every rank: this answer is not
      // awaited.
    }
  }

  private void answer(int peer, Message request, Answer answer) throws Exception {
    try {
      handler(request).answer(peer, request.payload(), answer);
    } finally {
      answer.unwritten.awaitAll(); // chunks may be filled from the request
    }
  }

  private Handler handler(Message request) {
    int service = (int) (request.label() & LOW);
    Handler handler = handlers.get(service);
    if (handler == null) {
      throw new IllegalStateException(
          "service %d was asked for, but there are only %s".formatted(service, handlers.keySet()));
    }
    return handler;
  }

  private PeerException origin(Throwable t) {
    return PeerException.origin(transport.rank(), t);
  }
}
