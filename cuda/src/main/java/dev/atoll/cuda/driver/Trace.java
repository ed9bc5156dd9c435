package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.Arrays;

/**
 * Queued work of a stream, as words: traces with equal words are equal work. Numbers that differ
 * from step to step (dropout keys, Adam's corrections) are not part of the words: they are stored
 * separately, and kernels read them from slots of the GPU's memory.
 */
final class Trace {
  static final int KERNEL = 1;
  static final int CLEAR = 2;
  static final int PRODUCT = 3;

  private static final int FIRST_COMMANDS = 8;
  private static final int MOST_COMMANDS = 32;
  private static final int MOST_VARYING = 32;

  private long[] words = new long[1024];
  private int length;
  private int commands;
  private int limit = FIRST_COMMANDS;
  private final long[] varying = new long[MOST_VARYING];
  private int varyingCount;

  boolean isEmpty() {
    return commands == 0;
  }

  /** Whether it should be started, so that the GPU works while the host goes on. */
  boolean isFull() {
    return commands >= limit;
  }

  int commands() {
    return commands;
  }

  int length() {
    return length;
  }

  long word(int at) {
    return words[at];
  }

  int varyingCount() {
    return varyingCount;
  }

  long varying(int slot) {
    return varying[slot];
  }

  /** A copy of the words so far, to be compared with later ones. */
  long[] words() {
    return Arrays.copyOf(words, length);
  }

  boolean isSameAs(long[] others) {
    return Arrays.equals(words, 0, length, others, 0, others.length);
  }

  /**
   * Resets the trace. The first piece after the GPU was idle is short, so that it soon has work;
   * later ones are longer.
   */
  void restart() {
    limit = isFull() ? Math.min(MOST_COMMANDS, 2 * limit) : FIRST_COMMANDS;
    length = 0;
    commands = 0;
    varyingCount = 0;
  }

  /** Whether the varying numbers of a kernel still fit. */
  boolean fits(Arguments arguments) {
    return varyingCount + arguments.varyingCount() <= MOST_VARYING;
  }

  /**
   * Adds a kernel.
   *
   * @param slots the address of the first slot
   */
  void kernel(long function, LaunchGrid grid, Arguments arguments, long slots) {
    int count = arguments.count();
    int argumentWords = arguments.words();
    reserve(6 + count + argumentWords);
    begin(KERNEL);
    add(function);
    add((long) grid.blocks() << 32 | grid.tiles());
    add((long) grid.width() << 32 | grid.height());
    add((long) grid.sharedBytes() << 32 | count);
    add(argumentWords);
    for (int i = 0; i < count; i++) {
      add(arguments.offset(i));
    }
    int at = length;
    for (int i = 0; i < argumentWords; i++) {
      add(arguments.values().getAtIndex(JAVA_LONG, i));
    }
    for (int i = 0; i < arguments.varyingCount(); i++) {
      int place = at + arguments.varyingWord(i);
      words[place + 1] = slots + (long) slotOf(words[place]) * Long.BYTES;
      words[place] = 0;
    }
  }

  /** Numbers that are the same within a trace share a slot. */
  private int slotOf(long value) {
    for (int i = 0; i < varyingCount; i++) {
      if (varying[i] == value) {
        return i;
      }
    }
    varying[varyingCount] = value;
    return varyingCount++;
  }

  void clear(long address, long count) {
    reserve(3);
    begin(CLEAR);
    add(address);
    add(count);
  }

  void product(Cublas.Product product) {
    long[] numbers = product.words();
    reserve(1 + numbers.length);
    begin(PRODUCT);
    for (long number : numbers) {
      add(number);
    }
  }

  private void begin(int kind) {
    commands++;
    add(kind);
  }

  private void reserve(int more) {
    if (length + more > words.length) {
      words = Arrays.copyOf(words, Math.max(2 * words.length, length + more));
    }
  }

  private void add(long word) {
    words[length++] = word;
  }
}
