package dev.atoll.tensor.contract;

import dev.atoll.tensor.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One call of one kernel, checked. */
record KernelCase(String name, Consumer<Lab> check) {
  /** Widths on either side of every lane width, and those of common data sets. */
  static final int[] WIDTHS = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 100, 128, 130, 256, 602};

  /** The elements of a matrix that a kernel computed. */
  static final class Result {
    private final int[] bits;
    private final boolean areFloats;

    /**
     * @param areFloats whether the bits are of floats; of ints otherwise
     */
    Result(int[] bits, boolean areFloats) {
      this.bits = bits;
      this.areFloats = areFloats;
    }

    int[] bits() {
      return bits;
    }

    boolean areFloats() {
      return areFloats;
    }
  }

  /**
   * The outcome of a case.
   *
   * @param elements of all operands
   */
  record Outcome(List<Result> results, long elements) {
    List<int[]> bits() {
      return results.stream().map(Result::bits).toList();
    }
  }

  /** Runs the case on a backend and fails, naming it, where a result is wrong. */
  void verify(Backend backend) {
    run(backend, true);
  }

  /** Runs the case without comparing results with anything. */
  Outcome outcome(Backend backend) {
    return run(backend, false);
  }

  private Outcome run(Backend backend, boolean comparing) {
    try (var lab = new Lab(backend, name.hashCode(), comparing)) {
      check.accept(lab);
      return new Outcome(lab.results(), lab.elements());
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(name + ": " + e.getMessage(), e);
    }
  }

  /** A shape in a layout. */
  record Shape(int rows, int cols, Lab.Layout layout) {
    @Override
    public String toString() {
      return rows + "×" + cols + " " + layout;
    }
  }

  /**
   * Shapes of every width, in every layout, with no row, one row, and enough rows for several
   * chunks.
   */
  static Shape[] shapes() {
    var shapes = new ArrayList<Shape>();
    for (int cols : WIDTHS) {
      shapes.add(new Shape(5, cols, Lab.Layout.OWN));
    }
    for (int cols : new int[] {1, 4, 7, 16, 33, 130}) {
      shapes.add(new Shape(6, cols, Lab.Layout.COLUMNS));
      shapes.add(new Shape(6, cols, Lab.Layout.ROWS));
    }
    for (int rows : new int[] {0, 1, 33, 3001}) {
      shapes.add(new Shape(rows, 17, Lab.Layout.OWN));
    }
    shapes.add(new Shape(20_001, 1, Lab.Layout.OWN));
    shapes.add(new Shape(701, 130, Lab.Layout.COLUMNS));
    return shapes.toArray(Shape[]::new);
  }
}
