// Sums over edges weighted by attention, whose shares are computed where they are used. Compiled for
// one shape of work:
//   ELEMENT   the type of the rows' elements; sums are floats
//   VECTOR    elements that a lane loads at once
//   LANES     lanes that share a head of a row, a power of two
//   UNITS     loads of a lane per head
//   HEADS     heads side by side in a warp, a power of two; the lanes that are left take other edges
//   BACKWARD  0: sums over the sources of a target
//             1: over the targets of a source, whose rows are gradients; the product of each with the
//                source's own row, times the share, is kept by edge
// A launch computes HEADS heads. Rows with more than SEGMENT edges are cut into segments, whose
// partial sums are added in order (joinSegments).

#define USED_LANES (LANES * HEADS)
#define GROUPS (WARP / USED_LANES)
#define TILE (USED_LANES * UNITS * VECTOR)
#define BLOCK_WARPS 4

// Rows in flight per group.
#define AHEAD (UNITS * VECTOR > 8 ? 2 : 4)

// Blocks that must fit a multiprocessor: this bounds the registers of a thread.
#define MIN_BLOCKS (UNITS > 1 ? 1 : !BACKWARD ? 10 : VECTOR > 4 ? 7 : 8)

struct Attention {
  const long* rowStart;
  const int* column;
  const int* edgeOf;  // null for the identity
  Matrix targets, sources, logSums;
  Dropout dropout;
  View<const ELEMENT> rows, own;
  Matrix products;
  View<ELEMENT> out;
  int heads, width, first;
  float beta;

  __device__ bool has(int head) const { return first + head < heads; }
};

struct Sum {
  float elements[UNITS][VECTOR];
};

// A value per edge of a warp and head.
typedef float EdgeValues[WARP][HEADS];

__device__ inline int ownHead() { return lane() / LANES % HEADS; }

__device__ inline int columnIn(int unit) { return (unit * LANES + lane() % LANES) * VECTOR; }

__device__ inline int columnOf(const Attention& a, int unit) {
  return (a.first + ownHead()) * a.width + columnIn(unit);
}

__device__ inline bool isThere(const Attention& a, int unit) {
  return a.has(ownHead()) && columnIn(unit) < a.width;
}

// The shares of this lane's edge.
__device__ inline void putShares(const Attention& a, long row, int other, long edge,
                                 float (&shares)[HEADS]) {
  long target = BACKWARD ? other : row, source = BACKWARD ? row : other;
  uint64 state = a.dropout.row(edge);
#pragma unroll
  for (int k = 0; k < HEADS; k++) {
    int h = a.first + k;
    if (!a.has(k)) continue;
    float score = leakyRelu(*a.targets.at(target, h) + *a.sources.at(source, h));
    float share = a.dropout.scale * expf(score - *a.logSums.at(target, h));
    shares[k] = a.dropout.keeps(state, h) ? share : 0;
  }
}

// Adds the rows of the edges that the lanes of a warp hold, and multiplies each by the row's own.
__device__ inline void addEdges(const Attention& a, int other, int count, const EdgeValues& shares,
                                const Sum& own, Sum& sum, EdgeValues& products) {
  int group = lane() / USED_LANES, head = ownHead();
  const char* columns = (const char*)a.rows.at(0, columnOf(a, 0));
  uint stride = (uint)(a.rows.stride * sizeof(ELEMENT));
  for (int j = 0; j < count; j += GROUPS * AHEAD) {
    Words<ELEMENT, VECTOR> loads[AHEAD][UNITS];
#pragma unroll
    for (int k = 0; k < AHEAD; k++) {
      int e = j + k * GROUPS + group;
      uint row = __shfl_sync(ALL_LANES, other, e % WARP);
      const Words<ELEMENT, VECTOR>* from =
          reinterpret_cast<const Words<ELEMENT, VECTOR>*>(columns + (uint64)row * stride);
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++) {
        loads[k][unit] = {};
        if (e < count && isThere(a, unit)) loads[k][unit] = from[unit * LANES];
      }
    }
#pragma unroll
    for (int k = 0; k < AHEAD; k++) {
      int e = j + k * GROUPS + group;
      float share = e < count && a.has(head) ? shares[e][head] : 0, product = 0;
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
        for (int i = 0; i < VECTOR; i++) {
          float element = elementOf(loads[k][unit], i);
          sum.elements[unit][i] += share * element;
          if (BACKWARD) product += own.elements[unit][i] * element;
        }
      if (BACKWARD) {
#pragma unroll
        for (int step = 1; step < LANES; step *= 2)
          product += __shfl_xor_sync(ALL_LANES, product, step);
        if (e < count && lane() % LANES == 0) products[e][head] = share * product;
      }
    }
  }
}

__device__ inline void addRun(const Attention& a, const Run& run, Sum& sum) {
  __shared__ EdgeValues allShares[BLOCK_WARPS], allProducts[BACKWARD ? BLOCK_WARPS : 1];
  int warp = threadIdx.x / WARP;
  EdgeValues& shares = allShares[warp];
  EdgeValues& products = allProducts[BACKWARD ? warp : 0];
  Sum own = {};
  if (BACKWARD) {
#pragma unroll
    for (int unit = 0; unit < UNITS; unit++)
      if (isThere(a, unit)) load<VECTOR>(a.own.at(run.row, columnOf(a, unit)), own.elements[unit]);
  }
  for (long base = run.start; base < run.end; base += WARP) {
    int count = (int)min((long)WARP, run.end - base), other = 0;
    long e = base + lane(), edge = e;
    if (lane() < count) {
      other = __ldcs(a.column + e);
      if (a.edgeOf != nullptr) edge = __ldcs(a.edgeOf + e);
      putShares(a, run.row, other, edge, shares[lane()]);
    }
    __syncwarp();
    addEdges(a, other, count, shares, own, sum, products);
    __syncwarp();
    if (BACKWARD && lane() < count) {
#pragma unroll
      for (int k = 0; k < HEADS; k++)
        if (a.has(k)) *a.products.at(edge, a.first + k) = products[lane()][k];
    }
    __syncwarp();
  }
  // Groups of lanes have summed up different edges.
#pragma unroll
  for (int step = USED_LANES; step < WARP; step *= 2)
#pragma unroll
    for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
      for (int i = 0; i < VECTOR; i++)
        sum.elements[unit][i] += __shfl_xor_sync(ALL_LANES, sum.elements[unit][i], step);
}

__device__ inline void putRow(const Attention& a, long row, Sum& sum) {
  if (lane() >= USED_LANES) return;
#pragma unroll
  for (int unit = 0; unit < UNITS; unit++)
    if (isThere(a, unit))
      put<VECTOR>(a.out.at(row, columnOf(a, unit)), sum.elements[unit], a.beta, VECTOR);
}

// The address of a lane's part of a segment's sum.
__device__ inline float* partOf(const Segments& work, long segment, int unit) {
  return work.partial + segment * TILE + (unit * USED_LANES + lane() % USED_LANES) * VECTOR;
}

extern "C" __global__ __launch_bounds__(BLOCK_WARPS * WARP, MIN_BLOCKS) void attend(
    int rows, int segmentBlocks, Attention a, Segments work) {
  forRuns(rows, segmentBlocks, a.rowStart, work, [&](const Run& run, bool isSegment) {
    Sum sum = {};
    addRun(a, run, sum);
    if (!isSegment) {
      putRow(a, run.row, sum);
    } else if (lane() < USED_LANES) {
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++)
        store<VECTOR>(partOf(work, run.number, unit), sum.elements[unit], VECTOR);
    }
  });
}

extern "C" __global__ void joinSegments(Attention a, Segments work) {
  for (int n = warpOfGrid(); n < work.counts[0]; n += warpsOfGrid()) {
    int3 row = work.longRow[n];
    Sum sum = {};
    for (int s = 0; s < row.z; s++) {
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++) {
        float part[VECTOR];
        load<VECTOR>(partOf(work, row.y + s, unit), part);
#pragma unroll
        for (int i = 0; i < VECTOR; i++) sum.elements[unit][i] += part[i];
      }
    }
    putRow(a, row.x, sum);
  }
}
