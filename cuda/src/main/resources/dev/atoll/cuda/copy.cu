// Copies of all rows, or of rows by ids, from elements of type FROM to elements of type TO.

__device__ inline long rowOf(const void* ids, int idBytes, long r) {
  if (ids == nullptr) return r;
  return idBytes == 8 ? ((const long*)ids)[r] : ((const int*)ids)[r];
}

template <int V>
__device__ void copyRows(int rows, int cols, View<FROM> x, const void* ids, int idBytes,
                         View<TO> out) {
  FOR_ELEMENTS(V) {
    float y[V];
    load<V>(x.at(rowOf(ids, idBytes, r), c), y);
    store<V>(out.at(r, c), y, cols - c);
  }
}

VARIANTS(copyRows,
         (int rows, int cols, View<FROM> x, const void* ids, int idBytes, View<TO> out),
         (rows, cols, x, ids, idBytes, out))

// out = xᵀ, with a thread per element.
extern "C" __global__ void transpose(int rows, int cols, View<FROM> x, View<TO> out) {
  long i = (long)blockIdx.x * blockDim.x + threadIdx.x, r = i / cols;
  int c = (int)(i % cols);
  if (r < rows) fromFloat(toFloat(*x.at(c, (int)r)), *out.at(r, c));
}
