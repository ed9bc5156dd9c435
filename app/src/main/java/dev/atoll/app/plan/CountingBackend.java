package dev.atoll.app.plan;

import dev.atoll.app.plan.Work.Reach;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;

/**
 * A device that computes nothing and counts everything. It allocates the memory of a real one, so
 * that reported memory is exact; as most of it is never written, the system does not have to
 * provide it.
 */
final class CountingBackend implements Backend {
  private final Backend real;
  private final WorkCounts tally = new WorkCounts();
  private final Kernels kernels = new CountingKernels(tally);

  CountingBackend(Backend real) {
    if (real.activations() != DType.F32) {
      real.close();
      throw new SettingsException(
          "precision=bf16: only runs in full precision are planned yet; leave it out");
    }
    this.real = real;
  }

  WorkCounts tally() {
    return tally;
  }

  private void copied(long bytes) {
    tally.add(Work.COPIES, Reach.of(2 * bytes), (double) bytes);
  }

  private static long bytes(Matrix matrix) {
    return (long) matrix.rows() * matrix.cols() * matrix.type().bytes();
  }

  private static long bytes(Buffer buffer) {
    return buffer.length() * buffer.type().bytes();
  }

  @Override
  public Device device() {
    return real.device();
  }

  @Override
  public Kernels kernels() {
    return kernels;
  }

  @Override
  public Backend beside() {
    return new CountingBackend(real);
  }

  @Override
  public Workspace newWorkspace() {
    return real.newWorkspace();
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    copied(bytes(into));
  }

  @Override
  public void upload(MemorySegment cells, Buffer into) {
    copied(bytes(into));
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    if (from.rows() == 1 && from.cols() == 1) {
      real.download(from, packed); // a number that control flow depends on
    }
    copied(bytes(from));
  }

  @Override
  public void download(Buffer from, MemorySegment cells) {
    copied(bytes(from));
  }

  @Override
  public void synchronize() {}

  @Override
  public int parallelism() {
    return real.parallelism();
  }

  @Override
  public String describe() {
    return "counted, not computed; " + real.describe();
  }

  @Override
  public void close() {
    real.close();
  }
}
