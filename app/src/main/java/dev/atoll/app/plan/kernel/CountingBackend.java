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
   * Creates a stand-in for a device that need not exist.
   *
   * @param host whose memory stands for the device's; closed with this
   */
  protected CountingBackend(Backend host, Device device) {
    this(host, device, new WorkCounts(), KernelProbe.none());
  }

  /**
   * Creates a stand-in for the host.
   *
   * @param host closed with this
   * @param probe selects the calls that are computed
   */
  public static CountingBackend ofHost(Backend host, KernelProbe probe) {
    return new CountingBackend(host, Device.CPU, new WorkCounts(), probe);
  }

  /**
   * Creates a stand-in for a device that need not exist.
   *
   * @param host whose memory stands for the device's; closed with this
   */
  public static CountingBackend ofDevice(Backend host, Device device) {
    return new CountingBackend(host, device);
  }

  public WorkCounts tally() {
    return tally;
  }

  /** Starts to copy matrices; before, only buffers of indices are copied. */
  public void beginEpochs() {
    copies = true;
  }

  /** The draws of the device since the last call; {@link DrawnWork#NONE} if the host draws. */
  public DrawnWork takeDrawn() {
    return DrawnWork.NONE;
  }

  /** Bytes of host memory that is pinned for the device. */
  public long pinnedBytes() {
    return 0;
  }

  /** Counts a call of a kernel outside of {@link Kernels}. */
  public final void count(Work work, double amount) {
    tally.add(ShapedCall.any(work, Reach.of((long) amount)), amount);
  }

  /** Peak bytes of device memory. */
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

  /** The real host backend, whose work is not counted for a step. */
  @Override
  public Backend newHostBackend(int threads) {
    return host.newHostBackend(threads);
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
    into.requirePacked(packed);
    if (copiesMatrices()) {
      host.upload(packed, into);
    }
    copied(into.packedBytes());
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    host.upload(elements, into);
    copied(into.bytes());
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    from.requirePacked(packed);
    boolean decides = from.rows() == 1 && from.cols() == 1; // a number that control flow depends on
    if (decides || copiesMatrices()) {
      host.download(from, packed);
    }
    copied(from.packedBytes());
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    from.requireLength(elements);
    if (copiesMatrices()) {
      host.download(from, elements);
    }
    copied(from.bytes());
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
