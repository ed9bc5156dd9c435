// Values of a sparse matrix's edges. A team, one warp or a block of WARPS warps, works on the edges
// of one row; rows with more than LONG edges are left to blocks.

#define BLOCK_WARPS 16

// The team of this thread's row.
template <int WARPS>
struct Team {
  static const int SIZE = WARPS * WARP;

  __device__ static int rank() { return threadIdx.x % SIZE; }

  // Combines values of threads whose ranks agree modulo a power of two up to 32.
  template <class Combine>
  __device__ static float combine(float x, int modulus, Combine with) {
    for (int step = modulus; step < WARP; step *= 2)
      x = with(x, __shfl_xor_sync(ALL_LANES, x, step));
    if (WARPS == 1) return x;
    __shared__ float warps[WARPS][WARP];
    warps[rank() / WARP][lane()] = x;
    __syncthreads();
    x = warps[0][lane()];
    for (int w = 1; w < WARPS; w++) x = with(x, warps[w][lane()]);
    __syncthreads();
    return x;
  }
};

struct Plus {
  __device__ float operator()(float x, float y) const { return x + y; }
};

struct Larger {
  __device__ float operator()(float x, float y) const { return fmaxf(x, y); }
};

// Rows by warps. longRows: their number, then they; null when no row can be long.
template <class Body>
__device__ void forShortRows(int rows, const long* rowStart, int* longRows, Body body) {
  long row = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
  if (row >= rows) return;
  long start = rowStart[row], end = rowStart[row + 1];
  if (longRows != nullptr && end - start > LONG) {
    if (lane() == 0) longRows[1 + atomicAdd(longRows, 1)] = (int)row;
    return;
  }
  body.template run<1>(row, start, end);
}

// The rows that were left, by blocks.
template <class Body>
__device__ void forLongRows(const long* rowStart, const int* longRows, Body body) {
  for (int n = blockIdx.x; n < longRows[0]; n += gridDim.x) {
    long row = longRows[1 + n];
    body.template run<BLOCK_WARPS>(row, rowStart[row], rowStart[row + 1]);
  }
}

#define BOTH_LENGTHS(name, Body)                                                            \
  extern "C" __global__ void name(int rows, const long* rowStart, int* longRows, Body body) { \
    forShortRows(rows, rowStart, longRows, body);                                           \
  }                                                                                         \
  extern "C" __global__ void name##Long(int rows, const long* rowStart, int* longRows,      \
                                        Body body) {                                        \
    forLongRows(rowStart, longRows, body);                                                  \
  }

// The first power of two that is not below heads, at most a warp.
__device__ inline int headLanes(int heads) {
  int lanes = 1;
  while (lanes < heads && lanes < WARP) lanes *= 2;
  return lanes;
}

// A thread keeps to one head and takes every n-th edge; more than 32 heads take rounds.
#define FOR_HEADS                                                     \
  int modulus = headLanes(heads), step = Team<WARPS>::SIZE / modulus; \
  int own = Team<WARPS>::rank() / modulus;                            \
  for (int first = 0; first < heads; first += modulus)

#define HEAD (first + Team<WARPS>::rank() % modulus)

#define FOR_OWN_ELEMENTS \
  if (HEAD < heads)   \
    for (long e = start + own; e < end; e += step)

struct SumEdges {
  int heads;
  float beta;
  Matrix values, out;
  const int* edgeOf;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    FOR_HEADS {
      float sum = 0;
      FOR_OWN_ELEMENTS sum += *values.at(edgeOf == nullptr ? e : edgeOf[e], HEAD);
      float y[1] = {Team<WARPS>::combine(sum, modulus, Plus())};
      if (Team<WARPS>::rank() < modulus && HEAD < heads) put<1>(out.at(row, HEAD), y, beta, 1);
    }
  }
};

BOTH_LENGTHS(sumEdges, SumEdges)

struct EdgeSoftmax {
  int heads;
  Matrix values, out;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    FOR_HEADS {
      float max = __int_as_float(0xFF800000);
      FOR_OWN_ELEMENTS max = fmaxf(max, *values.at(e, HEAD));
      max = Team<WARPS>::combine(max, modulus, Larger());
      float sum = 0;
      FOR_OWN_ELEMENTS sum += expf(*values.at(e, HEAD) - max);
      sum = Team<WARPS>::combine(sum, modulus, Plus());
      FOR_OWN_ELEMENTS *out.at(e, HEAD) = expf(*values.at(e, HEAD) - max) / sum;
    }
  }
};

BOTH_LENGTHS(edgeSoftmax, EdgeSoftmax)

struct EdgeSoftmaxBackward {
  int heads;
  Matrix out, gradOut, gradIn;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    FOR_HEADS {
      float sum = 0;
      FOR_OWN_ELEMENTS sum += *out.at(e, HEAD) * *gradOut.at(e, HEAD);
      sum = Team<WARPS>::combine(sum, modulus, Plus());
      FOR_OWN_ELEMENTS *gradIn.at(e, HEAD) = *out.at(e, HEAD) * (*gradOut.at(e, HEAD) - sum);
    }
  }
};

BOTH_LENGTHS(edgeSoftmaxBackward, EdgeSoftmaxBackward)

struct EdgeAdd {
  int heads;
  const int* column;
  Matrix left, right, out;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    FOR_HEADS {
      FOR_OWN_ELEMENTS *out.at(e, HEAD) = *left.at(row, HEAD) + *right.at(column[e], HEAD);
    }
  }
};

BOTH_LENGTHS(edgeAdd, EdgeAdd)

// The logarithm of the sum that the softmax of attention divides by.
struct LogSums {
  int heads;
  const int* column;
  Matrix targets, sources, out;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    FOR_HEADS {
      float target = HEAD < heads ? *targets.at(row, HEAD) : 0;
      float max = __int_as_float(0xFF800000);
      FOR_OWN_ELEMENTS max = fmaxf(max, leakyRelu(target + *sources.at(column[e], HEAD)));
      max = Team<WARPS>::combine(max, modulus, Larger());
      float sum = 0;
      FOR_OWN_ELEMENTS sum += expf(leakyRelu(target + *sources.at(column[e], HEAD)) - max);
      sum = Team<WARPS>::combine(sum, modulus, Plus());
      if (Team<WARPS>::rank() < modulus && HEAD < heads) *out.at(row, HEAD) = max + logf(sum);
    }
  }
};

BOTH_LENGTHS(logSums, LogSums)

// Gradients of attention's scores: by edge, in place of the products of shares and their gradients,
// and summed by target.
struct ScoreGradients {
  int heads;
  const int* column;
  Matrix targets, sources, logSums, products, gradTargets;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    FOR_HEADS {
      float mean = 0;
      FOR_OWN_ELEMENTS mean += *products.at(e, HEAD);
      mean = Team<WARPS>::combine(mean, modulus, Plus());
      float target = HEAD < heads ? *targets.at(row, HEAD) : 0;
      float logSum = HEAD < heads ? *logSums.at(row, HEAD) : 0;
      float sum = 0;
      FOR_OWN_ELEMENTS {
        float score = leakyRelu(target + *sources.at(column[e], HEAD));
        float gradient = *products.at(e, HEAD) - expf(score - logSum) * mean;
        gradient *= score <= 0 ? LEAKY_SLOPE : 1;
        *products.at(e, HEAD) = gradient;
        sum += gradient;
      }
      sum = Team<WARPS>::combine(sum, modulus, Plus());
      if (Team<WARPS>::rank() < modulus && HEAD < heads) *gradTargets.at(row, HEAD) = sum;
    }
  }
};

BOTH_LENGTHS(scoreGradients, ScoreGradients)

struct DropEdges {
  const int* column;
  const float* weight;
  Dropout dropout;
  Matrix out;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    uint64 state = dropout.row(row);
    for (long e = start + Team<WARPS>::rank(); e < end; e += Team<WARPS>::SIZE)
      *out.at(e, 0) = dropout.keeps(state, column[e])
                          ? dropout.scale * (weight == nullptr ? 1 : weight[e])
                          : 0;
  }
};

BOTH_LENGTHS(dropEdges, DropEdges)

// Products that a lane computes at a time, so that their loads overlap.
#define PRODUCTS 4

// lanes, a power of two, share one product of an edge and a head; VECTOR elements are read at once.
template <int VECTOR>
struct EdgeDot {
  int heads, width, lanes;
  float beta;
  const int* column;
  Matrix left, right, out;

  template <int WARPS>
  __device__ void run(long row, long start, long end) {
    int groups = Team<WARPS>::SIZE / lanes, sub = lane() % lanes;
    long products = (end - start) * heads;
    for (long begin = 0; begin < products; begin += PRODUCTS * groups) {
      long product = begin + Team<WARPS>::rank() / lanes;
      float sums[PRODUCTS];
#pragma unroll
      for (int i = 0; i < PRODUCTS; i++) {
        long p = product + (long)i * groups;
        sums[i] = 0;
        if (p < products) {
          int h = (int)(p % heads);
          const float* x = left.at(row, h * width);
          const float* y = right.at(column[start + p / heads], h * width);
          for (int c = sub * VECTOR; c < width; c += lanes * VECTOR) {
            float a[VECTOR], b[VECTOR];
            load<VECTOR>(x + c, a);
            load<VECTOR>(y + c, b);
#pragma unroll
            for (int k = 0; k < VECTOR; k++) sums[i] += a[k] * b[k];
          }
        }
      }
#pragma unroll
      for (int i = 0; i < PRODUCTS; i++) {
        for (int step = 1; step < lanes; step *= 2)
          sums[i] += __shfl_xor_sync(ALL_LANES, sums[i], step);
        long p = product + (long)i * groups;
        float z[1] = {sums[i]};
        if (p < products && sub == 0)
          put<1>(out.at(start + p / heads, (int)(p % heads)), z, beta, 1);
      }
    }
  }
};

BOTH_LENGTHS(edgeDot, EdgeDot<1>)
BOTH_LENGTHS(edgeDot4_, EdgeDot<4>)
