// The largest neighbour, column by column: one warp per row.

extern "C" __global__ void spmmMax(int rows, int cols, const long* rowStart, const int* column,
                                   Matrix x, Matrix out, View<int> argmax) {
  long v = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
  if (v >= rows) return;
  for (int c = lane(); c < cols; c += WARP) {
    int best = -1;
    float largest = 0;
    for (long e = rowStart[v]; e < rowStart[v + 1]; e++) {
      float y = *x.at(column[e], c);
      if (best < 0 || y > largest) {
        best = column[e];
        largest = y;
      }
    }
    *out.at(v, c) = largest;
    *argmax.at(v, c) = best;
  }
}

extern "C" __global__ void spmmMaxBackward(int rows, int cols, const long* rowStart,
                                           const int* column, View<int> argmax, Matrix gradOut,
                                           float beta, Matrix gradIn) {
  long u = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
  if (u >= rows) return;
  for (int c = lane(); c < cols; c += WARP) {
    float sum[1] = {0};
    int last = -1;
    for (long e = rowStart[u]; e < rowStart[u + 1]; e++) {
      int v = column[e];
      // Repeats of an edge stand side by side, and v chose u once.
      if (v != last && *argmax.at(v, c) == u) sum[0] += *gradOut.at(v, c);
      last = v;
    }
    put<1>(gradIn.at(u, c), sum, beta, 1);
  }
}
