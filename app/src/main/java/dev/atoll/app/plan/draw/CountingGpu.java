package dev.atoll.app.plan.draw;

import dev.atoll.app.plan.kernel.CountingBackend;
import dev.atoll.app.plan.kernel.DrawnWork;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.SamplingBackend;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A GPU that need not exist. It computes next to nothing and counts everything; the host draws the
 * batches of the GPU, bit for bit, for their sizes.
 */
public final class CountingGpu extends CountingBackend implements SamplingBackend {
  private final DType activations;
  private final long memoryBytes;
  private final DrawTally draws = new DrawTally();
  private final AtomicLong deviceBytes = new AtomicLong();
  private final AtomicLong pinnedBytes = new AtomicLong();

  /**
   * @param host whose memory stands for the GPU's; closed with this
   * @param activations the type of values between operations
   * @param memoryBytes of the GPU
   */
  public CountingGpu(Backend host, Device device, DType activations, long memoryBytes) {
    super(host, device);
    this.activations = activations;
    this.memoryBytes = memoryBytes;
  }

  @Override
  public DType activations() {
    return activations;
  }

  @Override
  public DeviceGraph sampling(Adjacency graph) {
    return new CountedSampling(this, graph);
  }

  DrawTally draws() {
    return draws;
  }

  /** Allocates memory of the GPU outside of workspaces. */
  void allocate(long bytes) {
    deviceBytes.addAndGet(bytes);
  }

  /** Allocates pinned memory of the host. */
  void allocatePinned(long bytes) {
    pinnedBytes.addAndGet(bytes);
  }

  @Override
  public long freeBytes() {
    return Math.max(0, memoryBytes - deviceBytes());
  }

  @Override
  public long deviceBytes() {
    return super.deviceBytes() + deviceBytes.get();
  }

  @Override
  public long pinnedBytes() {
    return pinnedBytes.get();
  }

  @Override
  public DrawnWork takeDrawn() {
    return draws.take();
  }
}
