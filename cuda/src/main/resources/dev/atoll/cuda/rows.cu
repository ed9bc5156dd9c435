// Kernels with one warp per row, and sums over rows in an order that never varies. Columns are
// summed of elements of type FROM.

#ifndef FROM
#define FROM float
#endif

#define FOR_ROWS                                                              \
  for (long r = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;  \
       r < rows; r += (long)gridDim.x * (blockDim.x / WARP))

#define FOR_COLS for (int c = lane(); c < cols; c += WARP)

extern "C" __global__ void layerNorm(int rows, int cols, Matrix x, const float* gain,
                                     const float* shift, float epsilon, Matrix out,
                                     Matrix stats) {
  FOR_ROWS {
    float sum = 0;
    FOR_COLS sum += *x.at(r, c);
    float mean = warpSum(sum) / cols;
    float squares = 0;
    FOR_COLS {
      float d = *x.at(r, c) - mean;
      squares += d * d;
    }
    float inverse = 1 / sqrtf(warpSum(squares) / cols + epsilon);
    FOR_COLS *out.at(r, c) = (*x.at(r, c) - mean) * inverse * gain[c] + shift[c];
    if (lane() == 0) {
      *stats.at(r, 0) = mean;
      *stats.at(r, 1) = inverse;
    }
  }
}

extern "C" __global__ void layerNormBackward(int rows, int cols, Matrix x, const float* gain,
                                             Matrix stats, Matrix gradOut, float beta,
                                             Matrix gradIn) {
  FOR_ROWS {
    float mean = *stats.at(r, 0), inverse = *stats.at(r, 1);
    float sum = 0, along = 0;
    FOR_COLS {
      float g = *gradOut.at(r, c) * gain[c];
      sum += g;
      along += g * (*x.at(r, c) - mean) * inverse;
    }
    sum = warpSum(sum) / cols;
    along = warpSum(along) / cols;
    FOR_COLS {
      float normal = (*x.at(r, c) - mean) * inverse;
      float y[1] = {(*gradOut.at(r, c) * gain[c] - sum - normal * along) * inverse};
      put<1>(gradIn.at(r, c), y, beta, 1);
    }
  }
}

// The largest element of a row and the sum of exp(element − largest).
struct Softmax {
  float max, sum;

  __device__ Softmax(const float* x, int cols) {
    max = __int_as_float(0xFF800000);
    FOR_COLS max = fmaxf(max, x[c]);
    max = warpMax(max);
    sum = 0;
    FOR_COLS sum += expf(x[c] - max);
    sum = warpSum(sum);
  }
};

extern "C" __global__ void softmaxCrossEntropy(int rows, int cols, Matrix logits,
                                               const int* labels, const float* weight,
                                               float scale, Matrix grad, double* partial) {
  double loss = 0;
  FOR_ROWS {
    int label = labels[r];
    if (label < 0) {
      FOR_COLS *grad.at(r, c) = 0;
      continue;
    }
    float factor = weight == nullptr ? scale : scale * weight[r];
    Softmax s(logits.at(r, 0), cols);
    FOR_COLS {
      float share = expf(*logits.at(r, c) - s.max) / s.sum;
      *grad.at(r, c) = factor * (share - (c == label ? 1 : 0));
    }
    if (lane() == 0) loss += (double)factor * (logf(s.sum) + (s.max - *logits.at(r, label)));
  }
  loss = blockSum(loss);
  if (threadIdx.x == 0) partial[blockIdx.x] = loss;
}

extern "C" __global__ void sigmoidCrossEntropy(int rows, int cols, Matrix logits, Matrix targets,
                                               float scale, Matrix grad, double* partial) {
  double loss = 0;
  FOR_ELEMENTS(1) {
    float x = *logits.at(r, c), target = *targets.at(r, c);
    *grad.at(r, c) = scale * (1 / (1 + expf(-x)) - target);
    loss += fmaxf(x, 0) - x * target + log1pf(expf(-fabsf(x)));
  }
  loss = blockSum(loss * scale);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[blockIdx.x] = loss;
}

extern "C" __global__ void sumOfSquares(int rows, int cols, Matrix x, double* partial) {
  double sum = 0;
  FOR_ELEMENTS(1) {
    double y = *x.at(r, c);
    sum += y * y;
  }
  sum = blockSum(sum);
  if (threadIdx.x == 0 && threadIdx.y == 0) partial[blockIdx.x] = sum;
}

// Adds up the partial sums of all blocks, with one block.
extern "C" __global__ void sumPartial(int count, const double* partial, float* out) {
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += partial[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0) *out = (float)sum;
}

// The sum of values down the y direction of a block of 32 × 8, in its first row.
__device__ inline float columnSum(float x) {
  __shared__ float sums[8][WARP];
  sums[threadIdx.y][threadIdx.x] = x;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; i++) sum += sums[i][threadIdx.x];
  __syncthreads();
  return sum;
}

// Each block sums its own run of rows, each thread V columns. With stats: x is a gradient, multiplied
// by the normal of y.
template <int V>
__device__ void columnSums(int rows, int cols, int rowsPerBlock, View<FROM> x, Matrix y,
                           Matrix stats, float* partial) {
  int c = (blockIdx.y * WARP + threadIdx.x) * V;
  long first = (long)blockIdx.x * rowsPerBlock;
  long end = min(first + rowsPerBlock, (long)rows);
  float sum[V] = {};
  if (c < cols) {
#pragma unroll 4
    for (long r = first + threadIdx.y; r < end; r += 8) {
      float elements[V];
      load<V>(x.at(r, c), elements);
#pragma unroll
      for (int i = 0; i < V; i++)
        sum[i] += stats.elements == nullptr || c + i >= cols
                      ? elements[i]
                      : elements[i] * (*y.at(r, c + i) - *stats.at(r, 0)) * *stats.at(r, 1);
    }
  }
#pragma unroll
  for (int i = 0; i < V; i++) {
    float total = columnSum(sum[i]);
    if (c + i < cols && threadIdx.y == 0) partial[(long)blockIdx.x * cols + c + i] = total;
  }
}

VARIANTS(columnSums,
         (int rows, int cols, int rowsPerBlock, View<FROM> x, Matrix y, Matrix stats,
          float* partial),
         (rows, cols, rowsPerBlock, x, y, stats, partial))

// The gradient before an activation, in place, and its sums over rowsPerBlock rows.
template <int V>
__device__ void activateSums(int rows, int cols, int rowsPerBlock, int activation, View<FROM> out,
                             Dropout dropout, View<FROM> grad, float* partial) {
  int c = (blockIdx.y * WARP + threadIdx.x) * V;
  long first = (long)blockIdx.x * rowsPerBlock;
  long end = min(first + rowsPerBlock, (long)rows);
  float sum[V] = {};
  if (c < cols) {
#pragma unroll 4
    for (long r = first + threadIdx.y; r < end; r += 8) {
      uint64 state = dropout.row(r);
      float y[V], elements[V];
      load<V>(out.at(r, c), y);
      load<V>(grad.at(r, c), elements);
      multiplySlopes<V>(activation, dropout, state, c, y, elements);
      store<V>(grad.at(r, c), elements, cols - c);
#pragma unroll
      for (int i = 0; i < V; i++) sum[i] += elements[i];
    }
  }
#pragma unroll
  for (int i = 0; i < V; i++) {
    float total = columnSum(sum[i]);
    if (c + i < cols && threadIdx.y == 0) partial[(long)blockIdx.x * cols + c + i] = total;
  }
}

VARIANTS(activateSums,
         (int rows, int cols, int rowsPerBlock, int activation, View<FROM> out, Dropout dropout,
          View<FROM> grad, float* partial),
         (rows, cols, rowsPerBlock, activation, out, dropout, grad, partial))

extern "C" __global__ void sumColumnPartial(int count, int cols, const float* partial, float beta,
                                            float* out) {
  int c = blockIdx.x * WARP + threadIdx.x;
  float sum = 0;
  if (c < cols) {
#pragma unroll 4
    for (long i = threadIdx.y; i < count; i += 8) sum += partial[i * cols + c];
  }
  float y[1] = {columnSum(sum)};
  if (c < cols && threadIdx.y == 0) put<1>(out + c, y, beta, 1);
}
