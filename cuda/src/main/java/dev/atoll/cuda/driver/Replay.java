package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.cuda.driver.Programs.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the work of a stream in pieces of some kernels each. A piece that occurs a second time is
 * captured as a graph, and from then on started with one call. Pieces that never repeat (batches
 * whose shapes vary) are started kernel by kernel, and after some of them work is not queued any
 * more.
 */
final class Replay implements AutoCloseable {
  private static final Program SLOTS = Program.of("slots.cu");
  private static final int SLOT_BYTES = 256;

  /** Smaller pieces are not worth a graph. */
  private static final int LEAST_COMMANDS = 4;

  private static final int MOST_PIECES = 64;
  private static final int MOST_MISSES = 256;

  /** Capture mode in which other threads may allocate. */
  private static final int RELAXED = 2;

  private final Gpu gpu;
  private final Stream stream;
  private final Driver driver;
  private final Trace trace = new Trace();
  private final Arguments own = new Arguments();
  private final List<Piece> pieces = new ArrayList<>();
  private final long slots;
  private boolean on = true;
  private int misses;
  private long replayed;

  /** Work that was seen before; without a graph as long as it was seen once. */
  private static final class Piece {
    private final long[] words;
    private MemorySegment graph;

    Piece(long[] words) {
      this.words = words;
    }
  }

  Replay(Gpu gpu, Stream stream, Driver driver) {
    this.gpu = gpu;
    this.stream = stream;
    this.driver = driver;
    this.slots = stream.allocateNow(SLOT_BYTES);
  }

  /** Whether work is queued. */
  boolean isOn() {
    return on;
  }

  /** Pieces that were started as graphs. */
  long replayed() {
    return replayed;
  }

  void kernel(Programs.Kernel kernel, LaunchGrid grid, Arguments arguments) {
    if (!trace.fits(arguments)) {
      flush();
    }
    trace.kernel(kernel.function().address(), grid, arguments, slots);
    startIfFull();
  }

  void clear(long address, long words) {
    trace.clear(address, words);
    startIfFull();
  }

  void product(Cublas.Product product) {
    trace.product(product);
    startIfFull();
  }

  private void startIfFull() {
    if (trace.isFull()) {
      flush();
    }
  }

  /** Starts all queued work. */
  void flush() {
    if (trace.isEmpty()) {
      return;
    }
    setSlots();
    if (trace.commands() < LEAST_COMMANDS) {
      start();
    } else {
      startOrReplay();
    }
    trace.restart();
  }

  private void startOrReplay() {
    Piece piece = find();
    if (piece == null) {
      remember();
      start();
      return;
    }
    misses = 0;
    if (piece.graph == null) {
      piece.graph = capture();
    }
    if (piece.graph == null) {
      start();
      return;
    }
    replayed++;
    driver.call(driver.launchGraph, piece.graph, stream.handle());
  }

  private Piece find() {
    for (int i = pieces.size() - 1; i >= 0; i--) {
      if (trace.isSameAs(pieces.get(i).words)) {
        return pieces.get(i);
      }
    }
    return null;
  }

  private void remember() {
    on = ++misses < MOST_MISSES;
    if (pieces.size() >= MOST_PIECES) {
      close(pieces.removeFirst());
    }
    pieces.add(new Piece(trace.words()));
  }

  /**
   * The graph of the queued work, or null where the driver cannot make one: nothing is replayed
   * then.
   */
  private MemorySegment capture() {
    try (var arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(ADDRESS);
      driver.call(driver.beginCapture, stream.handle(), RELAXED);
      try {
        start();
      } finally {
        driver.call(driver.endCapture, stream.handle(), into);
      }
      MemorySegment graph = into.get(ADDRESS, 0);
      MemorySegment ready = driver.handle(driver.instantiateGraph, graph, 0L);
      driver.call(driver.closeGraph, graph);
      return ready;
    } catch (DriverException _) {
      on = false;
      return null;
    }
  }

  private void setSlots() {
    int count = trace.varyingCount();
    if (count == 0) {
      return;
    }
    Arguments arguments = own.start().integer(count).word(slots).struct();
    for (int i = 0; i < SLOT_BYTES / Long.BYTES; i++) {
      arguments.word(i < count ? trace.varying(i) : 0);
    }
    arguments.end();
    stream.launchNow(gpu.kernel(SLOTS, "setSlots"), LaunchGrid.of(1, LaunchGrid.WARP), own);
  }

  /** Starts one command after the other. */
  private void start() {
    for (int at = 0; at < trace.length(); ) {
      at =
          switch ((int) trace.word(at)) {
            case Trace.KERNEL -> kernel(at + 1);
            case Trace.CLEAR -> {
              stream.clearNow(trace.word(at + 1), trace.word(at + 2));
              yield at + 3;
            }
            default -> product(at + 1);
          };
    }
  }

  private int kernel(int at) {
    long blocks = trace.word(at + 1);
    long threads = trace.word(at + 2);
    int sharedBytes = (int) (trace.word(at + 3) >>> 32);
    int count = (int) trace.word(at + 3);
    int words = (int) trace.word(at + 4);
    for (int i = 0; i < words; i++) {
      own.values().setAtIndex(JAVA_LONG, i, trace.word(at + 5 + count + i));
    }
    for (int i = 0; i < count; i++) {
      own.place(i, (int) trace.word(at + 5 + i));
    }
    stream.launchNow(
        new Programs.Kernel("replayed", MemorySegment.ofAddress(trace.word(at))),
        new LaunchGrid(
            (int) (blocks >>> 32),
            (int) blocks,
            (int) (threads >>> 32),
            (int) threads,
            sharedBytes),
        own);
    return at + 5 + count + words;
  }

  private int product(int at) {
    long[] numbers = new long[Cublas.Product.WORDS];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = trace.word(at + i);
    }
    stream.productNow(Cublas.Product.of(numbers));
    return at + numbers.length;
  }

  private void close(Piece piece) {
    if (piece.graph != null) {
      driver.call(driver.closeGraphExec, piece.graph);
    }
  }

  @Override
  public void close() {
    pieces.forEach(this::close);
    pieces.clear();
    stream.freeNow(slots);
  }
}
