// Neighbour sampling: draws, renumbering and the edges of blocks. The bits are those of the host's
// fused sampler: draws are functions of keys, and new nodes are numbered in the order in which
// edges first name them.
//
// The table has an entry per node: UNKNOWN, or the first edge of the present hop that names the
// node, or ~index once it has an index in the batch. Inverted indices are negative, so that the
// smaller of two entries is always the right one.

#define UNKNOWN 0x7FFFFFFF
#define SCAN_THREADS 256
#define SCAN_ITEMS 4
#define SCAN_TILE (SCAN_THREADS * SCAN_ITEMS)

// Rows of at most this number of picks are drawn by one thread.
#define FEW 32

#define ITEM ((long)blockIdx.x * blockDim.x + threadIdx.x)

// RandomKey.java's functions, bit for bit.
__device__ inline uint64 mix(uint64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

#define GOLDEN 0x9E3779B97F4A7C15ull

__device__ inline uint64 childBits(uint64 bits, uint64 label) {
  return mix(bits ^ mix(label + GOLDEN));
}

__device__ inline int below(uint64 bits, uint64 bound, uint64 counter) {
  return (int)__umul64hi(mix(bits + counter * GOLDEN), bound);
}

// In-neighbours by node; ids may be null.
struct Graph {
  const long* start;
  const int* source;
  const int* ids;

  __device__ uint64 id(int node) const { return ids == nullptr ? node : ids[node]; }
};

// Exclusive sums over a block, and the sum of all in the last argument.
__device__ inline long blockScan(long x, long& total) {
  __shared__ long sums[2][SCAN_THREADS];
  int t = threadIdx.x, from = 0;
  sums[0][t] = x;
  __syncthreads();
  for (int step = 1; step < SCAN_THREADS; step *= 2) {
    sums[1 - from][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0);
    from = 1 - from;
    __syncthreads();
  }
  total = sums[from][SCAN_THREADS - 1];
  long before = sums[from][t] - x;
  __syncthreads();
  return before;
}

// The sums of tiles of items, one block each.
template <class Items>
__device__ inline void sumTiles(const Items& items, long count, long* tiles) {
  long first = (long)blockIdx.x * SCAN_TILE + threadIdx.x * SCAN_ITEMS;
  long sum = 0, total;
  for (int k = 0; k < SCAN_ITEMS; k++)
    if (first + k < count) sum += items.at(first + k);
  blockScan(sum, total);
  if (threadIdx.x == 0) tiles[blockIdx.x] = total;
}

// Passes every item on with the sum of the items before it.
template <class Items>
__device__ inline void scanTiles(const Items& items, long count, const long* tiles) {
  long first = (long)blockIdx.x * SCAN_TILE + threadIdx.x * SCAN_ITEMS;
  long values[SCAN_ITEMS], sum = 0, total;
  for (int k = 0; k < SCAN_ITEMS; k++) {
    values[k] = first + k < count ? items.at(first + k) : 0;
    sum += values[k];
  }
  long before = blockScan(sum, total) + tiles[blockIdx.x];
  for (int k = 0; k < SCAN_ITEMS; k++) {
    if (first + k < count) items.put(first + k, before, values[k]);
    before += values[k];
  }
}

// Replaces the sums of tiles by their prefix sums, with one block.
extern "C" __global__ void scanSums(int count, long* tiles, long* sum) {
  long before = 0;
  for (int first = 0; first < count; first += SCAN_THREADS) {
    int i = first + threadIdx.x;
    long total;
    long own = blockScan(i < count ? tiles[i] : 0, total);
    if (i < count) tiles[i] = before + own;
    before += total;
  }
  if (threadIdx.x == 0) *sum = before;
}

// How many neighbours every node of the frontier draws.
struct Picks {
  Graph graph;
  const int* nodes;
  int fanout;
  long count;
  long* starts;

  __device__ long at(long i) const {
    int node = nodes[i];
    long degree = graph.start[node + 1L] - graph.start[node];
    return fanout < 0 || degree < fanout ? degree : fanout;
  }

  __device__ void put(long i, long before, long value) const {
    starts[i] = before;
    if (i == count - 1) starts[count] = before + value;
  }
};

extern "C" __global__ void pickSums(Picks picks, long* tiles) {
  sumTiles(picks, picks.count, tiles);
}

extern "C" __global__ void pickStarts(Picks picks, const long* tiles) {
  scanTiles(picks, picks.count, tiles);
}

// Puts a picked neighbour at its edge, and the edge into the table, should it be the first.
__device__ inline void pick(const Graph& graph, long from, long edge, int* column, int* table) {
  int node = graph.source[from];
  column[edge] = node;
  atomicMin(table + node, (int)edge);
}

// Floyd's method, as in UniformDraw.java; a thread per row.
extern "C" __global__ void drawFew(int count, uint64 key, Graph graph, const int* nodes,
                                   const long* starts, int* column, int* table) {
  long i = ITEM;
  if (i >= count) return;
  int node = nodes[i];
  long start = graph.start[node], edge = starts[i];
  int degree = (int)(graph.start[node + 1L] - start);
  int picks = (int)(starts[i + 1] - edge);
  if (picks == degree) {
    for (int k = 0; k < picks; k++) pick(graph, start + k, edge + k, column, table);
    return;
  }
  uint64 rowKey = childBits(key, graph.id(node));
  int drawn[FEW];
  uint64 taken = 0;
  for (int k = 0; k < picks; k++) {
    int last = degree - picks + k;
    int position = below(rowKey, last + 1ull, k);
    bool again = false;
    if (degree <= 64) {
      again = taken >> position & 1;
    } else {
      for (int j = 0; j < k; j++) again |= drawn[j] == position;
    }
    position = again ? last : position;
    if (degree <= 64) taken |= 1ull << position;
    drawn[k] = position;
  }
  for (int k = 0; k < picks; k++) pick(graph, start + drawn[k], edge + k, column, table);
}

// Draws rows of many picks: one warp per row, which searches together for a position drawn before.
extern "C" __global__ void drawMany(int count, uint64 key, Graph graph, const int* nodes,
                                    const long* starts, int* column, int* table) {
  long i = ITEM / WARP;
  if (i >= count) return;
  int node = nodes[i];
  long start = graph.start[node], edge = starts[i];
  int degree = (int)(graph.start[node + 1L] - start);
  int picks = (int)(starts[i + 1] - edge);
  if (picks == degree) {
    for (int k = lane(); k < picks; k += WARP) pick(graph, start + k, edge + k, column, table);
    return;
  }
  uint64 rowKey = childBits(key, graph.id(node));
  for (int k = 0; k < picks; k++) {
    int last = degree - picks + k;
    int position = below(rowKey, last + 1ull, k);
    bool again = false;
    for (int j = lane(); j < k; j += WARP) again |= column[edge + j] == position;
    position = __any_sync(ALL_LANES, again) ? last : position;
    if (lane() == 0) column[edge + k] = position;
    __syncwarp();
  }
  for (int k = lane(); k < picks; k += WARP)
    pick(graph, start + column[edge + k], edge + k, column, table);
}

extern "C" __global__ void listSeeds(int count, const int* nodes, int* table) {
  long i = ITEM;
  if (i < count) table[nodes[i]] = ~(int)i;
}

extern "C" __global__ void forget(int count, const int* nodes, int* table) {
  long i = ITEM;
  if (i < count) table[nodes[i]] = UNKNOWN;
}

extern "C" __global__ void clearTable(int count, int* table) {
  long i = ITEM;
  if (i < count) table[i] = UNKNOWN;
}

// Edges that are the first to name a node.
struct Firsts {
  const int* column;
  int* table;
  int* nodes;
  int known;

  __device__ long at(long edge) const { return table[column[edge]] == (int)edge; }

  __device__ void put(long edge, long before, long value) const {
    if (value == 0) return;
    int place = known + (int)before;
    nodes[place] = column[edge];
    table[column[edge]] = ~place;
  }
};

// The number of edges is in memory: the host does not know it yet.
extern "C" __global__ void firstSums(Firsts firsts, const long* count, long* tiles) {
  sumTiles(firsts, *count, tiles);
}

extern "C" __global__ void firstPlaces(Firsts firsts, const long* count, const long* tiles) {
  scanTiles(firsts, *count, tiles);
}

extern "C" __global__ void renumber(const long* count, const int* table, int* column) {
  long edge = ITEM;
  if (edge < *count) column[edge] = ~table[column[edge]];
}

extern "C" __global__ void idsOf(int count, const int* nodes, const int* ids, long* out) {
  long i = ITEM;
  if (i < count) out[i] = ids == nullptr ? nodes[i] : ids[nodes[i]];
}

extern "C" __global__ void degreesOf(int count, const int* nodes, const int* degrees, int* out) {
  long i = ITEM;
  if (i < count) out[i] = degrees[nodes[i]];
}

// Rows with the target first, and no second time.
struct WithSelf {
  const long* from;
  const int* column;
  long count;
  long* starts;

  __device__ long at(long v) const {
    long edges = 1;
    for (long e = from[v]; e < from[v + 1]; e++) edges += column[e] != v;
    return edges;
  }

  __device__ void put(long v, long before, long value) const {
    starts[v] = before;
    if (v == count - 1) starts[count] = before + value;
  }
};

extern "C" __global__ void selfSums(WithSelf rows, long* tiles) {
  sumTiles(rows, rows.count, tiles);
}

extern "C" __global__ void selfStarts(WithSelf rows, const long* tiles) {
  scanTiles(rows, rows.count, tiles);
}

extern "C" __global__ void selfEdges(WithSelf rows, int* out) {
  long v = ITEM;
  if (v >= rows.count) return;
  long at = rows.starts[v];
  out[at++] = (int)v;
  for (long e = rows.from[v]; e < rows.from[v + 1]; e++)
    if (rows.column[e] != v) out[at++] = rows.column[e];
}

extern "C" __global__ void meanScale(int count, const long* starts, float* out) {
  long v = ITEM;
  if (v >= count) return;
  long edges = starts[v + 1] - starts[v];
  out[v] = edges == 0 ? 0 : 1.0f / (float)edges;
}

extern "C" __global__ void degreeScale(int count, const int* degrees, int root, float* out) {
  long v = ITEM;
  if (v >= count) return;
  int degree = degrees[v];
  if (degree == 0)
    out[v] = 0;
  else
    out[v] = root ? (float)(1 / sqrt((double)degree)) : 1.0f / (float)degree;
}

extern "C" __global__ void neighborWeights(int count, const long* starts, const int* degrees,
                                           float* out) {
  long v = ITEM;
  if (v >= count) return;
  long own = starts[v], end = starts[v + 1];
  long sampled = end - own - 1;
  float weight = sampled == 0 ? 0 : ((float)degrees[v] - 1.0f) / (float)sampled;
  out[own] = 1;
  for (long e = own + 1; e < end; e++) out[e] = weight;
}

// The last place in an ascending list whose element is at most x.
__device__ inline long placeOf(const long* list, long count, long x) {
  long low = 0, high = count;
  while (low < high) {
    long middle = (low + high) / 2;
    if (list[middle] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return low - 1;
}

// Keys are (source, edge), ascending: the first of every source, and of the one behind the last.
extern "C" __global__ void transposeStarts(int sources, int count, const uint64* keys, long* out) {
  long u = ITEM;
  if (u > sources) return;
  long low = 0, high = count;
  while (low < high) {
    long middle = (low + high) / 2;
    if (keys[middle] >> 32 < (uint64)u)
      low = middle + 1;
    else
      high = middle;
  }
  out[u] = low;
}

extern "C" __global__ void transposeEdges(int count, int targets, const uint64* keys,
                                          const long* starts, const float* weight, int* column,
                                          int* edgeOf, float* outWeight) {
  long i = ITEM;
  if (i >= count) return;
  uint edge = (uint)keys[i];
  column[i] = (int)placeOf(starts, targets + 1L, edge);
  if (edgeOf != nullptr) edgeOf[i] = (int)edge;
  if (weight != nullptr) outWeight[i] = weight[edge];
}

extern "C" __global__ void edgeIds(int count, const long* starts, const int* column,
                                   const long* ids, long* out) {
  long v = ITEM;
  if (v >= count) return;
  for (long e = starts[v]; e < starts[v + 1]; e++)
    out[e] = (long)childBits((uint64)ids[v], (uint64)ids[column[e]]);
}

// A column of ones, in both orders: by rows, and as the single row of its transpose.
extern "C" __global__ void onePerRow(int rows, long* starts, int* places, int* zeros,
                                     long* ends) {
  long i = ITEM;
  if (i > rows) return;
  starts[i] = i;
  if (i < rows) {
    places[i] = (int)i;
    zeros[i] = 0;
  }
  if (i == 0) {
    ends[0] = 0;
    ends[1] = rows;
  }
}

// Rows of nodes, tier by tier. where is a row's place in the device's memory, ~place in pinned host
// memory, or ELSEWHERE; null where every row is in the device's memory, at the node's place.
#define ELSEWHERE ((int)0x80000000)

template <int V>
__device__ void gatherNear(int rows, int cols, const int* nodes, const int* where, Matrix near,
                           Matrix out) {
  FOR_ELEMENTS(V) {
    int place = where == nullptr ? nodes[r] : where[nodes[r]];
    if (place < 0) continue;
    float y[V];
    load<V>(near.at(place, c), y);
    store<V>(out.at(r, c), y, cols - c);
  }
}

VARIANTS(gatherNear,
         (int rows, int cols, const int* nodes, const int* where, Matrix near, Matrix out),
         (rows, cols, nodes, where, near, out))

template <int V>
__device__ void gatherPinned(int rows, int cols, const int* nodes, const int* where, Matrix pinned,
                             Matrix out) {
  FOR_ELEMENTS(V) {
    int place = where[nodes[r]];
    if (place >= 0 || place == ELSEWHERE) continue;
    float y[V];
    load<V>(pinned.at(~place, c), y);
    store<V>(out.at(r, c), y, cols - c);
  }
}

VARIANTS(gatherPinned,
         (int rows, int cols, const int* nodes, const int* where, Matrix pinned, Matrix out),
         (rows, cols, nodes, where, pinned, out))

// Rows that the host has put together, to their places in the batch.
template <int V>
__device__ void placeStaged(int rows, int cols, const int* places, Matrix staged, Matrix out) {
  FOR_ELEMENTS(V) {
    float y[V];
    load<V>(staged.at(r, c), y);
    store<V>(out.at(places[r], c), y, cols - c);
  }
}

VARIANTS(placeStaged, (int rows, int cols, const int* places, Matrix staged, Matrix out),
         (rows, cols, places, staged, out))

extern "C" __global__ void countPinned(int count, const int* nodes, const int* where, long* out) {
  long i = ITEM;
  int place = i < count ? where[nodes[i]] : 0;
  int found = __syncthreads_count(place < 0 && place != ELSEWHERE);
  if (threadIdx.x == 0 && found > 0) atomicAdd((uint64*)out, (uint64)found);
}
