// out = A·x + beta·out, compiled for one shape of work:
//   ELEMENT the type of x's elements
//   OUT     the type of the result's elements; sums are floats
//   VECTOR  elements that a lane loads at once
//   LANES   lanes that share a row of x; the other lanes of a warp take other rows at the same time
//   UNITS   loads of a lane per row of x
//   HEADS   whether edges have values of their own, one per head
//   SCALED  whether edges have a weight or columns a scale
//   PACKED  whether x is packed: only its groups of VECTOR columns that are not all 0 are stored
// A launch computes the columns from `first` on. spmm has a warp per row of A and leaves rows with
// more than LONG edges to a block each (spmmLong). spmmTile cuts them into segments of SEGMENT edges
// (listLongRows), whose partial sums are added in order (joinSegments): it is for narrow tiles of
// columns, launched one after the other, of which all rows of x stay in the cache.

#ifndef PACKED
#define PACKED 0
#endif

#define GROUPS (WARP / LANES)

// Rows of x in flight per group.
#ifndef AHEAD
#define AHEAD (UNITS * VECTOR > 8 ? 2 : 4)
#endif

// Blocks of four warps that must fit a multiprocessor: this bounds the registers of a thread.
#ifdef MIN_BLOCKS
#define BOUNDS __launch_bounds__(4 * WARP, MIN_BLOCKS)
#else
#define BOUNDS
#endif

struct Edges {
  const long* rowStart;
  const int* column;
  const float* weight;
  const float* rowScale;
  const float* columnScale;
};

struct HeadValues {
  Matrix values;
  const int* edgeOf;
  int width;
};

struct Sum {
  float elements[UNITS][VECTOR];
};

#define TILE (LANES * UNITS * VECTOR)

__device__ inline int columnIn(int unit) { return (unit * LANES + lane() % LANES) * VECTOR; }

__device__ inline int columnAt(int first, int unit) {
  return first + blockIdx.y * TILE + columnIn(unit);
}

// A lane's data of an edge: the row of x, and its factor or the row of its head values.
struct Edge {
  int source;
  int valueRow;
  float factor;
};

// Edges pass through the cache once: they leave it to rows of x.
__device__ inline Edge readEdge(long e, long end, const Edges& a, const HeadValues& heads) {
  Edge edge = {0, 0, 0};
  if (e < end) {
    edge.source = __ldcs(a.column + e);
    if (HEADS) {
      edge.valueRow = heads.edgeOf == nullptr ? (int)e : __ldcs(heads.edgeOf + e);
    } else if (SCALED) {
      edge.factor = a.weight == nullptr ? 1 : __ldcs(a.weight + e);
      if (a.columnScale != nullptr) edge.factor *= a.columnScale[edge.source];
    }
  }
  return edge;
}

typedef Words<ELEMENT, VECTOR> Load;

// The columns of x that a lane reads: their address in row 0, and the bytes from one row to the
// next.
struct Source {
  const char* elements;
  uint stride;
  bool there[UNITS];

  __device__ Source(View<const ELEMENT> x, int first, int cols) {
    elements = (const char*)(x.elements + columnAt(first, 0));
    stride = (uint)(x.stride * sizeof(ELEMENT));
#pragma unroll
    for (int unit = 0; unit < UNITS; unit++) there[unit] = columnAt(first, unit) < cols;
  }

  __device__ const ELEMENT* row(int u) const {
    return (const ELEMENT*)(elements + (uint64)(uint)u * stride);
  }
};

// Adds the edges that the lanes of a warp hold: all of them, or the first few.
template <bool FULL>
__device__ inline void addEdges(const Edge& own, int count, int first, const HeadValues& heads,
                                const Source& x, Sum& sum) {
  int group = lane() / LANES;
#pragma unroll 2
  for (int j = 0; j < WARP; j += GROUPS * AHEAD) {
    if (!FULL && j >= count) break;
    Load rows[AHEAD][UNITS];
    float factors[AHEAD][HEADS ? UNITS : 1];
#pragma unroll
    for (int k = 0; k < AHEAD; k++) {
      int e = j + k * GROUPS + group;
      const ELEMENT* row = x.row(__shfl_sync(ALL_LANES, own.source, e % WARP));
      int valueRow = HEADS ? __shfl_sync(ALL_LANES, own.valueRow, e % WARP) : 0;
      if (!HEADS && SCALED) factors[k][0] = __shfl_sync(ALL_LANES, own.factor, e % WARP);
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++) {
        bool there = (FULL && WARP % (GROUPS * AHEAD) == 0 || e < count) && x.there[unit];
        rows[k][unit] = {};
        if (there)
          rows[k][unit] = *reinterpret_cast<const Load*>(row + unit * LANES * VECTOR);
        if (HEADS)
          factors[k][unit] =
              there ? *heads.values.at(valueRow, columnAt(first, unit) / heads.width) : 0;
      }
    }
#pragma unroll
    for (int k = 0; k < AHEAD; k++)
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
        for (int i = 0; i < VECTOR; i++) {
          float element = elementOf(rows[k][unit], i);
          sum.elements[unit][i] +=
              HEADS || SCALED ? factors[k][HEADS ? unit : 0] * element : element;
        }
  }
}

#if !PACKED
// Adds 32 edges of A at a time, and skips to the next 32·step, which are read meanwhile.
__device__ inline void addNeighbors(long start, long end, int step, int first, int cols,
                                    const Edges& a, const HeadValues& heads,
                                    View<const ELEMENT> x, const uint*, Sum& sum) {
  Source source(x, first, cols);
  Edge next = readEdge(start + lane(), end, a, heads);
  for (long base = start; base < end; base += (long)WARP * step) {
    Edge own = next;
    next = readEdge(base + (long)WARP * step + lane(), end, a, heads);
    if (end - base >= WARP) {
      addEdges<true>(own, WARP, first, heads, source, sum);
    } else {
      addEdges<false>(own, (int)(end - base), first, heads, source, sum);
    }
  }
}
#else
// A bit for each group of columns of a row: lane i sums up the groups of bit i.
struct alignas(4 * UNITS) Masks {
  uint words[UNITS];
};

#define TILE_WARPS 4

// Adds 32 edges of A at a time. Meanwhile the masks of the next 32 are read, and the numbers of the
// 32 after those. A packed row of x has capacity for all groups of a unit, of which the first ones
// are used.
__device__ inline void addNeighbors(long start, long end, int, int, int, const Edges& a,
                                    const HeadValues& heads, View<const ELEMENT> x,
                                    const uint* masks, Sum& sum) {
  __shared__ Masks waiting[TILE_WARPS][WARP];
  Masks* mine = waiting[threadIdx.x / WARP];
  const Masks* all = reinterpret_cast<const Masks*>(masks);
  const char* elements = (const char*)x.elements;
  const uint stride = TILE * sizeof(ELEMENT);
  uint bit = 1u << lane(), below = bit - 1;
  int source = readEdge(start + lane(), end, a, heads).source;
  int nextSource = readEdge(start + WARP + lane(), end, a, heads).source;
  Masks next = {};
  if (start + lane() < end) next = all[source];
  for (long base = start; base < end; base += WARP) {
    __syncwarp();
    mine[lane()] = next;
    __syncwarp();
    int own = source;
    source = nextSource;
    next = {};
    if (base + WARP + lane() < end) next = all[source];
    nextSource = readEdge(base + 2 * WARP + lane(), end, a, heads).source;
    int count = (int)min((long)WARP, end - base);
    for (int j = 0; j < count; j += AHEAD) {
      Load loads[AHEAD][UNITS];
#pragma unroll
      for (int k = 0; k < AHEAD; k++) {
        const char* row = elements + (uint64)(uint)__shfl_sync(ALL_LANES, own, j + k) * stride;
        Masks m = mine[j + k];
#pragma unroll
        for (int unit = 0; unit < UNITS; unit++) {
          loads[k][unit] = {};
          if (m.words[unit] & bit)
            loads[k][unit] = reinterpret_cast<const Load*>(
                row)[unit * WARP + __popc(m.words[unit] & below)];
        }
      }
#pragma unroll
      for (int k = 0; k < AHEAD; k++)
#pragma unroll
        for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
          for (int i = 0; i < VECTOR; i++) sum.elements[unit][i] += elementOf(loads[k][unit], i);
    }
  }
}

// Packs a tile of x: stores the groups that are not all 0, scaled if there is a scale, and their
// masks.
extern "C" __global__ void packGroups(int rows, int cols, int first, View<const ELEMENT> x,
                                      const float* scale, ELEMENT* tile, uint* masks) {
  long row = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
  if (row >= rows) return;
  float factor = scale == nullptr ? 1 : scale[row];
  uint words[UNITS];
#pragma unroll
  for (int unit = 0; unit < UNITS; unit++) {
    int c = columnAt(first, unit);
    float group[VECTOR] = {};
    if (c < cols) {
      load<VECTOR>(x.at(row, c), group);
#pragma unroll
      for (int i = 0; i < VECTOR; i++) group[i] = c + i < cols ? group[i] * factor : 0;
    }
    bool there = false;
#pragma unroll
    for (int i = 0; i < VECTOR; i++) there |= group[i] != 0;
    words[unit] = __ballot_sync(ALL_LANES, there);
    int place = unit * WARP + __popc(words[unit] & ((1u << lane()) - 1));
    if (there) store<VECTOR>(tile + row * TILE + place * VECTOR, group, VECTOR);
  }
#pragma unroll
  for (int unit = 0; unit < UNITS; unit++)
    if (lane() == unit) masks[row * UNITS + unit] = words[unit];
}
#endif

// Joins the groups of a warp.
__device__ inline void joinGroups(Sum& sum) {
#pragma unroll
  for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
    for (int i = 0; i < VECTOR; i++)
#pragma unroll
      for (int step = LANES; step < WARP; step *= 2)
        sum.elements[unit][i] += __shfl_xor_sync(ALL_LANES, sum.elements[unit][i], step);
}

__device__ inline void putRow(long row, int first, int cols, const Edges& a, Sum& sum, float beta,
                              View<OUT> out) {
  float scale = HEADS || a.rowScale == nullptr ? 1 : a.rowScale[row];
#pragma unroll
  for (int unit = 0; unit < UNITS; unit++) {
    int c = columnAt(first, unit);
    if (lane() / LANES == 0 && c < cols) {
#pragma unroll
      for (int i = 0; i < VECTOR; i++) sum.elements[unit][i] *= scale;
      put<VECTOR>(out.at(row, c), sum.elements[unit], beta, cols - c);
    }
  }
}

#if !PACKED
// longRows: their number, then they; null when no row can be long.
extern "C" __global__ BOUNDS void spmm(int rows, int cols, int first, Edges a, HeadValues heads,
                                View<const ELEMENT> x, float beta, View<OUT> out, int* longRows) {
  long row = (long)blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
  if (row >= rows) return;
  long start = a.rowStart[row], end = a.rowStart[row + 1];
  if (longRows != nullptr && end - start > LONG) {
    if (lane() == 0 && blockIdx.y == 0) longRows[1 + atomicAdd(longRows, 1)] = (int)row;
    return;
  }
  Sum sum = {};
  addNeighbors(start, end, 1, first, cols, a, heads, x, nullptr, sum);
  joinGroups(sum);
  putRow(row, first, cols, a, sum, beta, out);
}

#define BLOCK_WARPS 16

extern "C" __global__ void spmmLong(int cols, int first, Edges a, HeadValues heads,
                                    View<const ELEMENT> x, float beta, View<OUT> out,
                                    const int* longRows) {
  __shared__ float parts[BLOCK_WARPS][LANES * UNITS * VECTOR];
  int warp = threadIdx.x / WARP;
  for (int n = blockIdx.x; n < longRows[0]; n += gridDim.x) {
    long row = longRows[1 + n];
    long start = a.rowStart[row], end = a.rowStart[row + 1];
    Sum sum = {};
    addNeighbors(start + warp * WARP, end, BLOCK_WARPS, first, cols, a, heads, x, nullptr, sum);
    joinGroups(sum);
    if (lane() < LANES) {
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
        for (int i = 0; i < VECTOR; i++)
          parts[warp][(unit * LANES + lane()) * VECTOR + i] = sum.elements[unit][i];
    }
    __syncthreads();
    if (warp == 0) {
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++)
#pragma unroll
        for (int i = 0; i < VECTOR; i++) {
          float total = 0;
          for (int w = 0; w < BLOCK_WARPS; w++)
            total += parts[w][(unit * LANES + lane() % LANES) * VECTOR + i];
          sum.elements[unit][i] = total;
        }
      putRow(row, first, cols, a, sum, beta, out);
    }
    __syncthreads();
  }
}
#endif

// Copies a tile of columns of x with its rows scaled, so that no edge looks up its factor.
extern "C" __global__ void packTile(int rows, int cols, int first, View<const ELEMENT> x,
                                    const float* scale, ELEMENT* tile) {
  const int loads = TILE / VECTOR;
  for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < (long)rows * loads;
       i += (long)gridDim.x * blockDim.x) {
    long row = i / loads;
    int c = (int)(i % loads) * VECTOR;
    if (first + c < cols) {
      float elements[VECTOR];
      load<VECTOR>(x.at(row, first + c), elements);
#pragma unroll
      for (int k = 0; k < VECTOR; k++) elements[k] *= scale[row];
      store<VECTOR>(tile + row * TILE + c, elements, VECTOR);
    }
  }
}

// Multiplies a tile of columns; the sums of segments are stored separately.
extern "C" __global__ BOUNDS void spmmTile(int rows, int cols, int first, int segmentBlocks,
                                           Edges a, HeadValues heads, View<const ELEMENT> x,
                                           const uint* masks, float beta, View<OUT> out,
                                           Segments work) {
  forRuns(rows, segmentBlocks, a.rowStart, work, [&](const Run& run, bool isSegment) {
    Sum sum = {};
    addNeighbors(run.start, run.end, 1, first, cols, a, heads, x, masks, sum);
    joinGroups(sum);
    if (!isSegment) {
      putRow(run.number, first, cols, a, sum, beta, out);
    } else if (lane() < LANES) {
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++)
        store<VECTOR>(work.partial + (long)run.number * TILE + columnIn(unit), sum.elements[unit],
                      VECTOR);
    }
  });
}

extern "C" __global__ void joinSegments(int cols, int first, Edges a, float beta, View<OUT> out,
                                        Segments work) {
  for (int n = warpOfGrid(); n < work.counts[0]; n += warpsOfGrid()) {
    int3 row = work.longRow[n];
    Sum sum = {};
    for (int s = lane() / LANES; s < row.z; s += GROUPS) {
#pragma unroll
      for (int unit = 0; unit < UNITS; unit++) {
        float part[VECTOR];
        load<VECTOR>(work.partial + (long)(row.y + s) * TILE + columnIn(unit), part);
#pragma unroll
        for (int i = 0; i < VECTOR; i++) sum.elements[unit][i] += part[i];
      }
    }
    joinGroups(sum);
    putRow(row.x, first, cols, a, sum, beta, out);
  }
}
