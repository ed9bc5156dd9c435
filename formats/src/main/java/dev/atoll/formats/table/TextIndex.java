package dev.atoll.formats.table;

import dev.atoll.graph.BadDataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Numbers texts 0, 1, 2 … in the order of arrival: an open hash table over bytes, which are stored
 * consecutively in pages.
 */
public final class TextIndex {
  private static final int PAGE = 1 << 20;
  private static final int LARGEST = 1 << 30;

  private final List<byte[]> pages = new ArrayList<>();
  private int pageEnd = PAGE;
  private int[] page = new int[16];
  private int[] start = new int[16];
  private int[] length = new int[16];
  private int[] hashes = new int[16];
  private int[] slots = new int[64];
  private int count;

  public TextIndex() {
    Arrays.fill(slots, -1);
  }

  public int count() {
    return count;
  }

  /** The number of a text, −1 when it is not there. */
  public int find(byte[] data, int from, int to) {
    return slots[slot(data, from, to, hash(data, from, to))];
  }

  /** Adds a text; its number if it was there before, else −1. */
  public int add(byte[] data, int from, int to) {
    int hash = hash(data, from, to);
    int slot = slot(data, from, to, hash);
    if (slots[slot] >= 0) {
      return slots[slot];
    }
    if (count == page.length) {
      growEntries();
    }
    store(data, from, to - from);
    hashes[count] = hash;
    slots[slot] = count++;
    if (count > slots.length / 2) {
      growSlots();
    }
    return -1;
  }

  /** Takes the bytes of a text. */
  @FunctionalInterface
  public interface Taker {
    void take(byte[] data, int from, int to);
  }

  public void pass(int number, Taker taker) {
    taker.take(pages.get(page[number]), start[number], start[number] + length[number]);
  }

  public int length(int number) {
    return length[number];
  }

  /** A copy with the same texts, numbered in the order of their bytes. */
  public TextIndex sorted() {
    TextIndex sorted = new TextIndex();
    IntStream.range(0, count)
        .boxed()
        .sorted(this::compare)
        .forEach(number -> pass(number, sorted::add));
    return sorted;
  }

  private int compare(int a, int b) {
    return Arrays.compareUnsigned(
        pages.get(page[a]),
        start[a],
        start[a] + length[a],
        pages.get(page[b]),
        start[b],
        start[b] + length[b]);
  }

  private void store(byte[] data, int from, int bytes) {
    if (pages.isEmpty() || pageEnd + bytes > PAGE) {
      pages.add(new byte[Math.max(PAGE, bytes)]);
      pageEnd = 0;
    }
    System.arraycopy(data, from, pages.getLast(), pageEnd, bytes);
    page[count] = pages.size() - 1;
    start[count] = pageEnd;
    length[count] = bytes;
    pageEnd += bytes;
  }

  private static int hash(byte[] data, int from, int to) {
    int hash = 0x811C9DC5;
    for (int i = from; i < to; i++) {
      hash = (hash ^ data[i]) * 0x01000193;
    }
    return hash ^ (hash >>> 15);
  }

  private int slot(byte[] data, int from, int to, int hash) {
    int slot = hash & (slots.length - 1);
    while (slots[slot] >= 0 && !same(slots[slot], data, from, to, hash)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private boolean same(int number, byte[] data, int from, int to, int hash) {
    return hashes[number] == hash
        && Arrays.equals(
            pages.get(page[number]), start[number], start[number] + length[number], data, from, to);
  }

  private void growEntries() {
    int larger = Math.toIntExact(page.length * 2L);
    page = Arrays.copyOf(page, larger);
    start = Arrays.copyOf(start, larger);
    length = Arrays.copyOf(length, larger);
    hashes = Arrays.copyOf(hashes, larger);
  }

  private void growSlots() {
    if (slots.length >= LARGEST) {
      throw new BadDataException("more than %d different ids".formatted(LARGEST / 2));
    }
    slots = new int[slots.length * 2];
    Arrays.fill(slots, -1);
    for (int i = 0; i < count; i++) {
      int slot = hashes[i] & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i;
    }
  }
}
