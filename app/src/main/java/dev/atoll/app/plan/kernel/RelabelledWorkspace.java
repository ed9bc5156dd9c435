package dev.atoll.app.plan.kernel;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;

/**
 * Host memory that stands for the memory of a device.
 *
 * @param host closed with this
 */
record RelabelledWorkspace(Workspace host, Device device) implements Workspace {
  @Override
  public Matrix matrix(int rows, int cols, DType type) {
    Matrix m = host.matrix(rows, cols, type);
    return new Matrix(device, rows, cols, m.stride(), type, m.data());
  }

  @Override
  public Buffer buffer(DType type, long length) {
    return new Buffer(device, type, length, host.buffer(type, length).data());
  }

  @Override
  public void release(Matrix matrix) {
    host.release(matrix);
  }

  @Override
  public void reset() {
    host.reset();
  }

  @Override
  public long heldBytes() {
    return host.heldBytes();
  }

  @Override
  public long neededBytes() {
    return host.neededBytes();
  }

  @Override
  public void close() {
    host.close();
  }
}
