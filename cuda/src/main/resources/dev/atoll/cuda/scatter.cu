// out[rows[i],:] += x[i,:] in the order of i. The pairs (row, i) are sorted, bitonically, unless
// they are in order already; then one warp adds up each run of equal rows.

// Keys that one block sorts in its own memory.
#define TILE 2048

extern "C" __global__ void scatterKeys(int count, int padded, const void* ids, int idBytes,
                                       uint64* keys, int* unsorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= padded) return;
  if (i >= count) {
    keys[i] = ~0ull;
    return;
  }
  const long* longs = (const long*)ids;
  const int* ints = (const int*)ids;
  uint64 row = idBytes == 8 ? longs[i] : ints[i];
  uint64 before = i == 0 ? 0 : idBytes == 8 ? longs[i - 1] : ints[i - 1];
  keys[i] = row << 32 | (uint)i;
  if (before > row) *unsorted = 1;
}

__device__ inline void order(uint64& low, uint64& high, bool ascending) {
  if ((low > high) == ascending) {
    uint64 t = low;
    low = high;
    high = t;
  }
}

// One compare-and-exchange step over a distance that exceeds a block's range.
extern "C" __global__ void scatterExchange(uint64* keys, int size, int distance,
                                           const int* unsorted) {
  if (*unsorted == 0) return;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int i = (t / distance) * 2 * distance + t % distance;
  order(keys[i], keys[i + distance], (i & size) == 0);
}

// All exchanges within tiles, for runs of the given sizes.
extern "C" __global__ void scatterTiles(uint64* keys, int fromSize, int toSize,
                                        const int* unsorted) {
  __shared__ uint64 tile[TILE];
  if (*unsorted == 0) return;
  long base = (long)blockIdx.x * TILE;
  for (int i = threadIdx.x; i < TILE; i += blockDim.x) tile[i] = keys[base + i];
  for (int size = fromSize; size <= toSize; size *= 2) {
    for (int distance = min(size, TILE) / 2; distance > 0; distance /= 2) {
      __syncthreads();
      for (int t = threadIdx.x; t < TILE / 2; t += blockDim.x) {
        int i = (t / distance) * 2 * distance + t % distance;
        order(tile[i], tile[i + distance], ((base + i) & size) == 0);
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < TILE; i += blockDim.x) keys[base + i] = tile[i];
}

extern "C" __global__ void scatterRuns(int count, int cols, const uint64* keys, Matrix x,
                                       Matrix out) {
  int first = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
  if (first >= count) return;
  uint64 row = keys[first] >> 32;
  if (first > 0 && keys[first - 1] >> 32 == row) return;
  for (int c = lane(); c < cols; c += WARP) {
    float sum = *out.at(row, c);
    for (int k = first; k < count && keys[k] >> 32 == row; k++) sum += *x.at((uint)keys[k], c);
    *out.at(row, c) = sum;
  }
}
