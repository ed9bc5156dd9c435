package dev.atoll.formats.dataset;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.formats.SizeLimits;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Links to predict as arrays of a dataset folder, checked when they are read. */
final class StoredLinks {
  private StoredLinks() {}

  /**
   * The links of some arrays.
   *
   * @param pairs int32 [2, L]: heads, then tails
   * @param roles int8 [L]
   * @param types int32 [L]
   */
  static Links links(long nodes, NpyArray pairs, NpyArray roles, Optional<NpyArray> types) {
    pairs.require(NpyType.INT32).require(2, -1);
    if (pairs.size(1) > Integer.MAX_VALUE) {
      throw BadDataException.at(
          pairs.origin(),
          "%d links; expected at most %d".formatted(pairs.size(1), Integer.MAX_VALUE));
    }
    int count = (int) pairs.size(1);
    roles.require(NpyType.INT8).require(count);
    types.ifPresent(kinds -> kinds.require(NpyType.INT32).require(count));
    check(pairs, 0, nodes - 1);
    check(roles, Split.NONE, Split.TEST);
    types.ifPresent(kinds -> check(kinds, 0, Integer.MAX_VALUE - 1));
    long bytes = (long) count * Integer.BYTES;
    return Links.all(
        count,
        pairs.data().asSlice(0, bytes),
        pairs.data().asSlice(bytes, bytes),
        types.map(NpyArray::data),
        types
            .map(kinds -> SizeLimits.classes(kinds.origin(), kinds.largest() + 1, count))
            .orElse(1),
        roles.data(),
        false);
  }

  /** Numbers of relations, of any width, as int32. */
  static NpyArray ints(NpyArray array, Arena arena) {
    check(array, 0, Integer.MAX_VALUE - 1);
    LongUnaryOperator elements = array.longs();
    MemorySegment ints = arena.allocate(Math.max(1, array.elementCount()) * Integer.BYTES);
    for (long i = 0; i < array.elementCount(); i++) {
      ints.set(JAVA_INT_UNALIGNED, i * Integer.BYTES, (int) elements.applyAsLong(i));
    }
    return NpyArray.of(array.origin(), ints, NpyType.INT32, array.elementCount());
  }

  private static void check(NpyArray array, long least, long most) {
    LongUnaryOperator elements = array.longs();
    for (long i = 0; i < array.elementCount(); i++) {
      long value = elements.applyAsLong(i);
      if (value < least || value > most) {
        throw BadDataException.at(
            array.origin(), "entry %d is %d; expected %d to %d".formatted(i, value, least, most));
      }
    }
  }
}
