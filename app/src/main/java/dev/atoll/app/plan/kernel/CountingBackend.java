package dev.atoll.app.plan.kernel;

import dev.atoll.app.plan.kernel.Work.Reach;
import dev.atoll.cuda.CudaBackend;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A device that computes next to nothing and counts everything. It allocates the memory of a real
 * one, so that reported memory is exact; as most of it is never written, the system does not have
 * to provide it. Copies within the host are made, those to and from another device counted.
 */
public class CountingBackend implements Backend {
  private final Backend host;
  private final Device device;
  private final WorkCounts tally;
  private final KernelProbe probe;
  private final Kernels kernels;
  private final List<Workspace> workspaces = new CopyOnWriteArrayList<>();
  private volatile boolean copies;

  private CountingBackend(Backend host, Device device, WorkCounts tally, KernelProbe probe) {
    this.host = host;
    this.device = device;
    this.tally = tally;
    this.probe = probe;
    this.kernels = new CountingKernels(tally, probe, host);
  }

  /**
   * In place of a device that need not be there.
   *
   * @param host whose memory stands for the device's; closed with this
   */
  protected CountingBackend(Backend host, Device device) {
    this(host, device, new WorkCounts(), KernelProbe.none());
  }

  /**
   * In place of the host.
   *
   * @param host closed with this
   * @param probe selects the calls that are computed
   */
  public static CountingBackend ofHost(Backend host, KernelProbe probe) {
    return new CountingBackend(host, Device.CPU, new WorkCounts(), probe);
  }

  /**
   * In place of a device that need not be there.
   *
   * @param host whose memory stands for the device's; closed with this
   */
  public static CountingBackend ofDevice(Backend host, Device device) {
    return new CountingBackend(host, device);
  }

  public WorkCounts tally() {
    return tally;
  }

  /** From now on matrices are copied; before, only buffers of indices. */
  public void beginEpochs() {
    copies = true;
  }

  /** The draws of the device since the last call; none where the host draws. */
  public DrawnWork takeDrawn() {
    return DrawnWork.NONE;
  }

  /** Memory of the host that is pinned for the device. */
  public long pinnedBytes() {
    return 0;
  }

  /** Counts a call of a kernel that is none of {@link Kernels}. */
  public final void count(Work work, double amount) {
    tally.add(ShapedCall.any(work, Reach.of((long) amount)), amount);
  }

  /** Memory of the device in use, at the most. */
  public long deviceBytes() {
    return workspaces.stream().mapToLong(Workspace::heldBytes).sum();
  }

  private boolean copiesMatrices() {
    return isHost() && (copies || probe.isOpenToAll());
  }

  private boolean isHost() {
    return device.kind() == Device.Kind.CPU;
  }

  private void copied(long bytes) {
    if (!isHost()) {
      tally.add(ShapedCall.any(Work.COPIES, Reach.of(2 * bytes)), (double) bytes);
    }
  }

  private static long bytes(Matrix matrix) {
    return (long) matrix.rows() * matrix.cols() * matrix.type().bytes();
  }

  private static long bytes(Buffer buffer) {
    return buffer.length() * buffer.type().bytes();
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public Kernels kernels() {
    return kernels;
  }

  @Override
  public boolean skipsZeros() {
    return !isHost();
  }

  @Override
  public boolean fusesAttention() {
    return !isHost();
  }

  @Override
  public double flopsPerByte() {
    return isHost() ? host.flopsPerByte() : CudaBackend.FLOPS_PER_BYTE;
  }

  @Override
  public Backend beside() {
    return new CountingBackend(host.beside(), Device.CPU, tally, probe);
  }

  @Override
  public Workspace newWorkspace() {
    Workspace memory = host.newWorkspace();
    Workspace opened = isHost() ? memory : new RelabelledWorkspace(memory, device);
    workspaces.add(opened);
    return opened;
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    if (copiesMatrices()) {
      host.upload(packed, into);
    }
    copied(bytes(into));
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    host.upload(elements, into);
    copied(bytes(into));
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    boolean decides = from.rows() == 1 && from.cols() == 1; // a number that control flow depends on
    if (decides || copiesMatrices()) {
      host.download(from, packed);
    }
    copied(bytes(from));
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    if (copiesMatrices()) {
      host.download(from, elements);
    }
    copied(bytes(from));
  }

  @Override
  public void synchronize() {}

  @Override
  public int parallelism() {
    return host.parallelism();
  }

  @Override
  public String describe() {
    return "counted, not computed; " + host.describe();
  }

  @Override
  public void close() {
    host.close();
  }
}
