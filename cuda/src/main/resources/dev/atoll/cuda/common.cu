// Shared by all kernels: element types, loads and stores of several elements, sums over a warp.
// This file is put before every other one; there are no headers.

typedef unsigned int uint;
typedef unsigned long long uint64;

#define WARP 32
#define ALL_LANES 0xFFFFFFFFu

// The upper half of a float.
struct Bf16 {
  unsigned short bits;
};

struct F16 {
  unsigned short bits;
};

__device__ inline float toFloat(float x) { return x; }

__device__ inline float toFloat(Bf16 x) { return __uint_as_float((uint)x.bits << 16); }

__device__ inline float toFloat(F16 x) {
  float y;
  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
  return y;
}

__device__ inline void fromFloat(float x, float& out) { out = x; }

// To nearest, ties to even; NaN stays NaN.
__device__ inline void fromFloat(float x, Bf16& out) {
  uint bits = __float_as_uint(x);
  out.bits = x != x ? (unsigned short)(bits >> 16 | 0x40)
                    : (unsigned short)(bits + 0x7FFF + (bits >> 16 & 1) >> 16);
}

__device__ inline void fromFloat(float x, F16& out) {
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(out.bits) : "f"(x));
}

// The elements of a matrix and the distance between its rows.
template <class T>
struct View {
  T* elements;
  long stride;

  __device__ T* at(long row, int col) const { return elements + row * stride + col; }
};

typedef View<float> Matrix;

template <class T, int V>
struct alignas(V * sizeof(T)) Pack {
  T elements[V];
};

// V elements that lie at a multiple of their common size. Elements beyond a row's last are padding.
template <int V, class T>
__device__ inline void load(const T* from, float (&values)[V]) {
  Pack<T, V> pack = *reinterpret_cast<const Pack<T, V>*>(from);
#pragma unroll
  for (int i = 0; i < V; i++) values[i] = toFloat(pack.elements[i]);
}

// V elements as they are loaded: words of two elements where those have 16 bits, which then need one
// instruction each to become floats.
template <class T, int V>
struct alignas(V * sizeof(T)) Words {
  uint words[V * sizeof(T) / 4];
};

template <class T>
struct Words<T, 1> {
  T element;
};

__device__ inline float wordElement(float, const uint* words, int i) {
  return __uint_as_float(words[i]);
}

__device__ inline float wordElement(Bf16, const uint* words, int i) {
  return __uint_as_float(i % 2 == 0 ? words[i / 2] << 16 : words[i / 2] & 0xFFFF0000u);
}

__device__ inline float wordElement(F16, const uint* words, int i) {
  F16 half = {(unsigned short)(i % 2 == 0 ? words[i / 2] : words[i / 2] >> 16)};
  return toFloat(half);
}

template <class T, int V>
__device__ inline float elementOf(const Words<T, V>& load, int i) {
  return wordElement(T(), load.words, i);
}

template <class T>
__device__ inline float elementOf(const Words<T, 1>& load, int) {
  return toFloat(load.element);
}

// Four words by one instruction, whatever the compiler thinks: it joins a store of several elements
// with the branch for the last columns and then stores them one by one, at three times the cost.
__device__ inline void storeWords(void* to, const uint* words) {
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(words[0]), "r"(words[1]),
               "r"(words[2]), "r"(words[3])
               : "memory");
}

// The first n of V elements: elements to the right of a view of columns stay unchanged.
template <int V, class T>
__device__ inline void store(T* to, const float (&values)[V], int n) {
  if (n >= V) {
    Pack<T, V> pack;
#pragma unroll
    for (int i = 0; i < V; i++) fromFloat(values[i], pack.elements[i]);
    if (sizeof(pack) >= 16) {
      const uint* words = reinterpret_cast<const uint*>(&pack);
#pragma unroll
      for (int i = 0; i < (int)sizeof(pack) / 4; i += 4)
        storeWords((char*)to + 4 * i, words + i);
    } else {
      *reinterpret_cast<Pack<T, V>*>(to) = pack;
    }
  } else {
#pragma unroll
    for (int i = 0; i < V; i++)
      if (i < n) fromFloat(values[i], to[i]);
  }
}

// out = values + beta·out; the old values are not read when beta is 0.
template <int V, class T>
__device__ inline void put(T* to, float (&values)[V], float beta, int n) {
  if (beta != 0) {
    float old[V];
    load<V>(to, old);
#pragma unroll
    for (int i = 0; i < V; i++) values[i] += beta * old[i];
  }
  store<V>(to, values, n);
}

// Rows along y, V elements at a time along x: no division finds the row of an element.
#define FOR_ELEMENTS(V)                                                       \
  for (long r = (long)blockIdx.x * blockDim.y + threadIdx.y; r < rows;        \
       r += (long)gridDim.x * blockDim.y)                                     \
    for (int c = threadIdx.x * V; c < cols; c += blockDim.x * V)

// Kernels for aligned rows, eight or four elements at a time, and one for any.
#define VARIANTS(name, parameters, arguments)                                 \
  extern "C" __global__ void name##_8 parameters { name<8> arguments; }       \
  extern "C" __global__ void name##_4 parameters { name<4> arguments; }       \
  extern "C" __global__ void name##_1 parameters { name<1> arguments; }

__device__ inline int lane() { return threadIdx.x % WARP; }

template <class T>
__device__ inline T warpSum(T x) {
#pragma unroll
  for (int step = WARP / 2; step > 0; step /= 2) x += __shfl_xor_sync(ALL_LANES, x, step);
  return x;
}

__device__ inline float warpMax(float x) {
#pragma unroll
  for (int step = WARP / 2; step > 0; step /= 2)
    x = fmaxf(x, __shfl_xor_sync(ALL_LANES, x, step));
  return x;
}

// The sum over a block of whole warps, in thread 0; the order never varies.
__device__ inline double blockSum(double x) {
  __shared__ double warps[WARP];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int count = blockDim.x * blockDim.y / WARP;
  x = warpSum(x);
  if (thread % WARP == 0) warps[thread / WARP] = x;
  __syncthreads();
  double sum = 0;
  if (thread == 0)
    for (int i = 0; i < count; i++) sum += warps[i];
  __syncthreads();
  return sum;
}

// Dropout.java's function, bit for bit.
__device__ inline uint64 rowState(uint64 key, uint64 rowId) {
  uint64 z = key + rowId * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

__device__ inline uint elementBits(uint64 state, int column) {
  uint h = (uint)state + (uint)column * 0x9E3779B9u;
  h = (h ^ (h >> 16)) * 0x21F0AAADu;
  h ^= (uint)(state >> 32);
  h = (h ^ (h >> 15)) * 0x735A2D97u;
  return h ^ (h >> 15);
}

// The dropout mask, and the factor of elements that are not dropped. A threshold of 0 drops none.
struct Dropout {
  float scale;
  uint threshold;
  uint64 key;
  const long* rowIds;

  __device__ uint64 row(long r) const {
    if (threshold == 0) return 0;
    return rowState(key, rowIds == nullptr ? r : rowIds[r]);
  }

  __device__ bool keeps(uint64 state, int column) const {
    return threshold == 0 || elementBits(state, column) >= threshold;
  }
};

#define LEAKY_SLOPE 0.2f

enum Activation { IDENTITY, RELU, ELU, LEAKY_RELU };

// The activation of V elements, without branches that part the threads of a warp. Comparisons let NaN
// through: a lost run must show.
template <int V>
__device__ inline void activateAll(int activation, float (&x)[V]) {
  if (activation == ELU) {
#pragma unroll
    for (int i = 0; i < V; i++) x[i] = x[i] <= 0 ? expm1f(x[i]) : x[i];
    return;
  }
  float factor = activation == LEAKY_RELU ? LEAKY_SLOPE : 1;
#pragma unroll
  for (int i = 0; i < V; i++) {
    float low = activation == RELU ? 0 : factor * x[i];
    x[i] = x[i] <= 0 ? low : x[i];
  }
}

__device__ inline float leakyRelu(float x) { return x <= 0 ? LEAKY_SLOPE * x : x; }

// Drops some of V elements from column c on, and scales the others.
template <int V>
__device__ inline void dropSome(const Dropout& dropout, uint64 state, int c, float (&x)[V]) {
  if (dropout.threshold == 0) return;
#pragma unroll
  for (int i = 0; i < V; i++) {
    float product = __fmul_rn(dropout.scale, x[i]);
    x[i] = elementBits(state, c + i) >= dropout.threshold ? product : 0;
  }
}

// Gradients before an activation and dropout that gave y.
template <int V>
__device__ inline void multiplySlopes(int activation, const Dropout& dropout, uint64 state, int c,
                                      const float (&y)[V], float (&grad)[V]) {
  float low = activation == RELU ? 0 : activation == LEAKY_RELU ? LEAKY_SLOPE * dropout.scale
                                                                 : dropout.scale;
#pragma unroll
  for (int i = 0; i < V; i++) {
    float slope = y[i] <= 0 ? (activation == ELU ? y[i] + low : low) : dropout.scale;
    float product = __fmul_rn(grad[i], slope);
    grad[i] = elementBits(state, c + i) >= dropout.threshold ? product : 0;
  }
}

#ifdef SEGMENT
// Rows of more than SEGMENT edges are cut into segments: addresses of the segments and their sums.
struct Segments {
  int* counts;     // of long rows, of segments
  int3* longRow;   // row, its first segment, how many
  int2* segment;   // row, which of its segments
  float* partial;  // a tile of columns per segment
};

// Lists the segments of long rows, once for all tiles, with a thread per row.
extern "C" __global__ void listLongRows(int rows, const long* rowStart, Segments work) {
  long row = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  long edges = rowStart[row + 1] - rowStart[row];
  if (edges <= SEGMENT) return;
  int count = (int)((edges + SEGMENT - 1) / SEGMENT);
  int from = atomicAdd(&work.counts[1], count);
  work.longRow[atomicAdd(&work.counts[0], 1)] = make_int3((int)row, from, count);
  for (int i = 0; i < count; i++) work.segment[from + i] = make_int2((int)row, i);
}

__device__ inline int warpOfGrid() {
  return blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
}

__device__ inline int warpsOfGrid() { return gridDim.x * (blockDim.x / WARP); }

// Edges of one row: a whole row or a segment, which is `number` of all rows or segments.
struct Run {
  uint number;
  long row, start, end;
};

// The first segmentBlocks blocks of a grid stride over segments, the others have a warp per row that
// is no longer than one.
template <class Body>
__device__ void forRuns(int rows, int segmentBlocks, const long* rowStart, const Segments& work,
                        Body body) {
  bool inSegments = blockIdx.x < segmentBlocks;
  int warps = blockDim.x / WARP;
  uint n = (blockIdx.x - (inSegments ? 0 : segmentBlocks)) * warps + threadIdx.x / WARP;
  uint count = inSegments ? work.counts[1] : rows;
  for (; n < count; n += inSegments ? segmentBlocks * warps : count) {
    Run run = {n, n, 0, 0};
    if (inSegments) {
      int2 segment = work.segment[n];
      run.row = segment.x;
      run.start = rowStart[segment.x] + (long)segment.y * SEGMENT;
      run.end = min(run.start + SEGMENT, rowStart[segment.x + 1]);
    } else {
      run.start = rowStart[n];
      run.end = rowStart[n + 1];
      if (run.end - run.start > SEGMENT) return;
    }
    body(run, inSegments);
  }
}
#endif
