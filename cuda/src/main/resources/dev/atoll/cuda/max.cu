// The largest neighbour, column by column. A team, one warp or a block of WARPS warps, works on one
// row; each of its warps takes a run of the row's edges. Rows with more than LONG edges are left to
// blocks.

#define BLOCK_WARPS 16

// The edges of a row that a warp takes.
template <int WARPS>
struct Run {
  int warp;
  long start, end;

  __device__ Run(const long* rowStart, long row) {
    warp = WARPS == 1 ? 0 : threadIdx.x / WARP;
    long first = rowStart[row], edges = rowStart[row + 1] - first;
    start = first + edges * warp / WARPS;
    end = first + edges * (warp + 1) / WARPS;
  }
};

struct Max {
  int cols;
  const int* column;
  Matrix x, out;
  View<int> argmax;

  // The first of equal values wins; a NaN stays only if it comes first.
  template <int WARPS>
  __device__ void run(const long* rowStart, long row) {
    __shared__ float values[WARPS][WARP];
    __shared__ int places[WARPS][WARP];
    Run<WARPS> own(rowStart, row);
    for (int base = 0; base < cols; base += WARP) {
      int c = base + lane(), best = -1;
      float largest = 0;
      if (c < cols)
        for (long e = own.start; e < own.end; e++) {
          float y = *x.at(column[e], c);
          if (best < 0 ? own.warp == 0 || y == y : y > largest) {
            best = column[e];
            largest = y;
          }
        }
      if (WARPS > 1) {
        values[own.warp][lane()] = largest;
        places[own.warp][lane()] = best;
        __syncthreads();
        for (int w = 1; own.warp == 0 && w < WARPS; w++)
          if (places[w][lane()] >= 0 && (best < 0 || values[w][lane()] > largest)) {
            best = places[w][lane()];
            largest = values[w][lane()];
          }
        __syncthreads();
      }
      if (own.warp == 0 && c < cols) {
        *out.at(row, c) = largest;
        *argmax.at(row, c) = best;
      }
    }
  }
};

struct MaxBackward {
  int cols;
  const int* column;
  View<int> argmax;
  Matrix gradOut;
  float beta;
  Matrix gradIn;

  template <int WARPS>
  __device__ void run(const long* rowStart, long row) {
    __shared__ float sums[WARPS][WARP];
    Run<WARPS> own(rowStart, row);
    for (int base = 0; base < cols; base += WARP) {
      int c = base + lane();
      float sum[1] = {0};
      if (c < cols) {
        int last = own.start > rowStart[row] ? column[own.start - 1] : -1;
        for (long e = own.start; e < own.end; e++) {
          int v = column[e];
          // Repeats of an edge are adjacent, and v chose this row once.
          if (v != last && *argmax.at(v, c) == row) sum[0] += *gradOut.at(v, c);
          last = v;
        }
      }
      if (WARPS > 1) {
        sums[own.warp][lane()] = sum[0];
        __syncthreads();
        for (int w = 1; own.warp == 0 && w < WARPS; w++) sum[0] += sums[w][lane()];
        __syncthreads();
      }
      if (own.warp == 0 && c < cols) put<1>(gradIn.at(row, c), sum, beta, 1);
    }
  }
};

// longRows: their number, then they; null when no row can be long.
#define BOTH_LENGTHS(name, Body)                                                              \
  extern "C" __global__ void name(int rows, const long* rowStart, int* longRows, Body body) { \
    long row = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;                   \
    if (row >= rows) return;                                                                  \
    if (longRows != nullptr && rowStart[row + 1] - rowStart[row] > LONG) {                    \
      if (lane() == 0) longRows[1 + atomicAdd(longRows, 1)] = (int)row;                       \
      return;                                                                                 \
    }                                                                                         \
    body.template run<1>(rowStart, row);                                                      \
  }                                                                                           \
  extern "C" __global__ void name##Long(int rows, const long* rowStart, int* longRows,        \
                                        Body body) {                                          \
    for (int n = blockIdx.x; n < longRows[0]; n += gridDim.x)                                 \
      body.template run<BLOCK_WARPS>(rowStart, longRows[1 + n]);                              \
  }

BOTH_LENGTHS(spmmMax, Max)
BOTH_LENGTHS(spmmMaxBackward, MaxBackward)
