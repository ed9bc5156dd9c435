// Dense products of floats on tensor cores (Hopper: wgmma). Every float is the sum of three bf16
// numbers, hi + mid + lo; of the nine products of parts the six largest are added, the small ones
// first. Tensor cores truncate sums instead of rounding them; hence their sums of a few steps are
// added to sums in floats.
//
// A warpgroup (four warps) computes TILE_ROWS × TILE_COLS elements. Parts in shared memory are
// stored in cores of 8 × 8 elements, 128 bytes each: [inner / 8][column / 8].

#define GROUP 128
#define TILE_ROWS 64
#define TILE_COLS 128
#define STEP 16
#define PARTS 3
#define CORE 64
#define CORE_COLS (TILE_COLS / 8)
// Elements of one part of eight inner indices.
#define SLAB (CORE_COLS * CORE)
// Inner indices that are multiplied before the sum is taken over.
#define CHUNK 32

typedef unsigned short ushort;

// x in the lower halves, y in the upper ones.
__device__ inline void split(float x, float y, uint (&parts)[PARTS]) {
#pragma unroll
  for (int p = 0; p < PARTS; p++) {
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(parts[p]) : "f"(y), "f"(x));
    x -= __uint_as_float(parts[p] << 16);
    y -= __uint_as_float(parts[p] & 0xFFFF0000u);
  }
}

// Pairs of parts of a and b whose product counts, the smallest first.
__device__ constexpr int PAIRS = 6;
__device__ constexpr int LEFT_PART[PAIRS] = {1, 2, 0, 1, 0, 0};
__device__ constexpr int RIGHT_PART[PAIRS] = {1, 0, 2, 0, 1, 0};

// The descriptor of parts for wgmma: consecutive cores are 128 bytes apart along columns and a slab
// apart along the inner dimension.
__device__ inline uint64 descriptor(const ushort* parts) {
  uint address = (uint)__cvta_generic_to_shared(parts);
  return (uint64)((address & 0x3FFFF) >> 4) | (uint64)(SLAB * 2 >> 4) << 16 |
         (uint64)(CORE * 2 >> 4) << 32;
}

__device__ inline void wgmmaFence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

__device__ inline void wgmmaCommit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Waits until at most PENDING groups are in flight.
template <int PENDING>
__device__ inline void wgmmaWait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory");
}

// Makes writes to shared memory visible to wgmma.
__device__ inline void fenceShared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

struct Sums {
  float of[64];
};

#define EIGHT(x, i) \
  "+f"(x[i]), "+f"(x[i + 1]), "+f"(x[i + 2]), "+f"(x[i + 3]), "+f"(x[i + 4]), "+f"(x[i + 5]), \
      "+f"(x[i + 6]), "+f"(x[i + 7])

#define ALL_SUMS(x) \
  EIGHT(x, 0), EIGHT(x, 8), EIGHT(x, 16), EIGHT(x, 24), EIGHT(x, 32), EIGHT(x, 40), \
      EIGHT(x, 48), EIGHT(x, 56)

#define SUM_NAMES                                                                      \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "            \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "   \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "   \
  "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}"

// sums = a·b, or sums += a·b; a in registers, b of shared memory with the inner dimension first.
__device__ inline void multiplyStep(Sums& sums, const uint (&a)[4], uint64 b, bool add) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %69, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " SUM_NAMES
      ", {%64, %65, %66, %67}, %68, p, 1, 1, 0;\n}\n"
      : ALL_SUMS(sums.of)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"((int)add));
}

// One step with both factors in shared memory, their columns first.
__device__ inline void multiplyStep(Sums& sums, uint64 a, uint64 b, bool add) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " SUM_NAMES
      ", %64, %65, p, 1, 1, 1, 1;\n}\n"
      : ALL_SUMS(sums.of)
      : "l"(a), "l"(b), "r"((int)add));
}

// Four elements of a row from column c on; 0 if all are outside the matrix. Nothing waits for them
// here, so columns beyond the last are cut off where they are used.
__device__ inline float4 loadFour(const Matrix& x, long row, long rows, int c, int cols) {
  float4 values = make_float4(0, 0, 0, 0);
  if (row < rows && c < cols) values = __ldg(reinterpret_cast<const float4*>(x.at(row, c)));
  return values;
}

// The first n of four elements, and 0.
__device__ inline float4 firstOf(float4 x, int n) {
  return make_float4(n > 0 ? x.x : 0, n > 1 ? x.y : 0, n > 2 ? x.z : 0, n > 3 ? x.w : 0);
}

// Calls body(row, column, i) for the elements of a tile that a thread has: two neighbouring columns
// of every eight, in two rows. sums.of[i] and the one behind it are theirs.
template <class Body>
__device__ inline void forPairs(long row, long rows, int firstCol, int cols, Body body) {
#pragma unroll
  for (int half = 0; half < 2; half++)
#pragma unroll
    for (int j = 0; j < CORE_COLS; j++) {
      int c = firstCol + 8 * j + 2 * (lane() % 4);
      if (row + 8 * half < rows && c < cols) body(row + 8 * half, c, 4 * j + 2 * half);
    }
}

// The parts of b for multiplyRows: panels of TILE_COLS columns, in each the parts, in each cores
// of 8 columns × 8 inner indices. Within STEP inner indices the order is that in which a thread
// of multiplyRows has them: 0, 1, 4, 5, 8, 9, 12, 13, then the others.
extern "C" __global__ void splitFactor(int inner, int steps, int cols, int transposed, Matrix b,
                                       uint4* parts) {
  int panels = (cols + TILE_COLS - 1) / TILE_COLS;
  int groups = steps * (STEP / 8);
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= panels * groups * TILE_COLS) return;
  int column = index % TILE_COLS, group = index / TILE_COLS % groups;
  int panel = index / TILE_COLS / groups, col = panel * TILE_COLS + column;
  uint words[PARTS][4];
#pragma unroll
  for (int pair = 0; pair < 4; pair++) {
    int k = group / 2 * STEP + 4 * pair + 2 * (group % 2);
    float x[2] = {0, 0};
    for (int i = 0; i < 2; i++)
      if (k + i < inner && col < cols) x[i] = transposed ? *b.at(col, k + i) : *b.at(k + i, col);
    uint of[PARTS];
    split(x[0], x[1], of);
    for (int p = 0; p < PARTS; p++) words[p][pair] = of[p];
  }
  for (int p = 0; p < PARTS; p++)
    parts[((panel * PARTS + p) * groups + group) * (SLAB / 8) + column / 8 * (CORE / 8) +
          column % 8] = make_uint4(words[p][0], words[p][1], words[p][2], words[p][3]);
}

// The next chunk of a's rows in the order of splitFactor: two rows of this thread, two steps.
struct Chunk {
  float4 of[2][CHUNK / STEP];

  __device__ void load(const Matrix& a, long row, long rows, int k, int inner) {
#pragma unroll
    for (int half = 0; half < 2; half++)
#pragma unroll
      for (int s = 0; s < CHUNK / STEP; s++)
        of[half][s] =
            loadFour(a, row + 8 * half, rows, k + STEP * s + 4 * (lane() % 4), inner);
  }
};

// out = a·b + beta·out. A block keeps the parts of a panel of b in shared memory; its warpgroups
// take tiles of rows, each on its own.
extern "C" __global__ __launch_bounds__(2 * GROUP, 1) void multiplyRows(
    int rows, int inner, int steps, int cols, Matrix a, const uint4* parts, float beta,
    Matrix out) {
  extern __shared__ uint4 shared[];
  int panels = (cols + TILE_COLS - 1) / TILE_COLS, panel = blockIdx.x % panels;
  int partElements = steps * (STEP / 8) * SLAB;
  int words = PARTS * partElements / 8;
  for (int i = threadIdx.x; i < words; i += 2 * GROUP) shared[i] = parts[(long)panel * words + i];
  fenceShared();
  __syncthreads();
  const ushort* b = reinterpret_cast<const ushort*>(shared);

  int chunks = steps / (CHUNK / STEP);
  bool cut = inner % 4 != 0;
  int firstCol = panel * TILE_COLS;
  long tiles = (rows + TILE_ROWS - 1) / TILE_ROWS;
  long stride = gridDim.x / panels * 2;
  long tile = blockIdx.x / panels * 2 + threadIdx.x / GROUP;
  int ownRow = threadIdx.x % GROUP / WARP * 16 + lane() / 4;
  Chunk next;
  if (tile < tiles) next.load(a, tile * TILE_ROWS + ownRow, rows, 0, inner);
  for (; tile < tiles; tile += stride) {
    long row = tile * TILE_ROWS + ownRow;
    Sums sums = {};
    // Old values are requested now and waited for after the first chunk.
    if (beta != 0)
      forPairs(row, rows, firstCol, cols, [&](long r, int c, int i) {
        float2 old = *reinterpret_cast<const float2*>(out.at(r, c));
        sums.of[i] = old.x;
        sums.of[i + 1] = old.y;
      });
    for (int chunk = 0; chunk < chunks; chunk++) {
      bool last = chunk + 1 == chunks;
      uint left[CHUNK / STEP][PARTS][4];
#pragma unroll
      for (int s = 0; s < CHUNK / STEP; s++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          float4 x = next.of[half][s];
          if (cut && last) x = firstOf(x, inner - chunk * CHUNK - STEP * s - 4 * (lane() % 4));
          uint first[PARTS], second[PARTS];
          split(x.x, x.y, first);
          split(x.z, x.w, second);
#pragma unroll
          for (int p = 0; p < PARTS; p++) {
            left[s][p][half] = first[p];
            left[s][p][2 + half] = second[p];
          }
        }
      next.load(a, last ? row + stride * TILE_ROWS : row, rows, last ? 0 : (chunk + 1) * CHUNK,
                inner);
      Sums some;
      wgmmaFence();
#pragma unroll
      for (int pair = 0; pair < PAIRS; pair++)
#pragma unroll
        for (int s = 0; s < CHUNK / STEP; s++)
          multiplyStep(some, left[s][LEFT_PART[pair]],
                       descriptor(b + RIGHT_PART[pair] * partElements +
                                  (chunk * (CHUNK / STEP) + s) * (STEP / 8) * SLAB),
                       pair + s > 0);
      wgmmaCommit();
      wgmmaWait<0>();
      if (chunk == 0 && beta != 0) {
#pragma unroll
        for (int i = 0; i < 64; i++) sums.of[i] = fmaf(beta, sums.of[i], some.of[i]);
      } else {
#pragma unroll
        for (int i = 0; i < 64; i++) sums.of[i] += some.of[i];
      }
    }
    forPairs(row, rows, firstCol, cols, [&](long r, int c, int i) {
      float values[2] = {sums.of[i], sums.of[i + 1]};
      store<2>(out.at(r, c), values, cols - c);
    });
  }
}

#define STAGES 3
// Chunks whose sum tensor cores make.
#define ADDED_CHUNKS 4
#define OPERAND (PARTS * CHUNK / 8 * SLAB)

// Splits eight rows × sixteen columns a warp at a time: cores of 8 inner indices × 8 columns.
__device__ inline void storeParts(const float4 (&values)[CHUNK / 8], int firstCol, int cols,
                                  ushort* to) {
  int beyond = cols - firstCol - 16 * (threadIdx.x / WARP) - 4 * (lane() % 4);
  int core = 2 * (threadIdx.x / WARP) + lane() % 4 / 2;
  ushort* own = to + core * CORE + lane() / 4 * 8 + lane() % 2 * 4;
#pragma unroll
  for (int k = 0; k < CHUNK / 8; k++) {
    uint first[PARTS], second[PARTS];
    float4 x = cols % 4 == 0 ? values[k] : firstOf(values[k], beyond);
    split(x.x, x.y, first);
    split(x.z, x.w, second);
#pragma unroll
    for (int p = 0; p < PARTS; p++)
      *reinterpret_cast<uint2*>(own + (p * (CHUNK / 8) + k) * SLAB) =
          make_uint2(first[p], second[p]);
  }
}

__device__ inline void loadParts(const Matrix& x, long k, long inner, int firstCol, int cols,
                                 float4 (&values)[CHUNK / 8]) {
  int c = firstCol + 16 * (threadIdx.x / WARP) + 4 * (lane() % 4);
#pragma unroll
  for (int i = 0; i < CHUNK / 8; i++)
    values[i] = loadFour(x, k + 8 * i + lane() / 4, inner, c, cols);
}

// aᵀ·b for a slice of the rows of both, by blocks of 2·TILE_ROWS × TILE_COLS elements: sums of the
// slice in out, [slice][row][column].
extern "C" __global__ __launch_bounds__(2 * GROUP, 1) void multiplyColumns(
    long inner, int rows, int cols, int slices, Matrix a, Matrix b, float* out) {
  extern __shared__ uint4 shared[];
  ushort* stages = reinterpret_cast<ushort*>(shared);
  int panels = (cols + TILE_COLS - 1) / TILE_COLS;
  int slice = blockIdx.x % slices, tile = blockIdx.x / slices;
  int firstRow = tile / panels * 2 * TILE_ROWS, firstCol = tile % panels * TILE_COLS;
  long chunks = (inner + CHUNK - 1) / CHUNK;
  long begin = chunks * slice / slices, end = chunks * (slice + 1) / slices;
  int group = threadIdx.x / GROUP;

  Sums sums, some;
#pragma unroll
  for (int i = 0; i < 64; i++) sums.of[i] = 0;
  float4 left[CHUNK / 8], right[CHUNK / 8];
  if (begin < end) {
    loadParts(a, begin * CHUNK, inner, firstRow, rows, left);
    loadParts(b, begin * CHUNK, inner, firstCol, cols, right);
  }
  int stage = 0;
  for (long chunk = begin; chunk < end; chunk++) {
    ushort* own = stages + stage * 2 * OPERAND;
    storeParts(left, firstRow, rows, own);
    storeParts(right, firstCol, cols, own + OPERAND);
    if (chunk + 1 < end) {
      loadParts(a, (chunk + 1) * CHUNK, inner, firstRow, rows, left);
      loadParts(b, (chunk + 1) * CHUNK, inner, firstCol, cols, right);
    }
    int added = (int)(chunk - begin) % ADDED_CHUNKS;
    // The stage that is written next is no longer read once all have come to the barrier.
    if (added == 0) {
      wgmmaWait<0>();
      if (chunk > begin) {
#pragma unroll
        for (int i = 0; i < 64; i++) sums.of[i] += some.of[i];
      }
    } else {
      wgmmaWait<1>();
    }
    fenceShared();
    __syncthreads();
    wgmmaFence();
#pragma unroll
    for (int pair = 0; pair < PAIRS; pair++)
#pragma unroll
      for (int s = 0; s < CHUNK / STEP; s++)
        multiplyStep(
            some,
            descriptor(own + (LEFT_PART[pair] * (CHUNK / 8) + s * 2) * SLAB + group * 8 * CORE),
            descriptor(own + OPERAND + (RIGHT_PART[pair] * (CHUNK / 8) + s * 2) * SLAB),
            added + pair + s > 0);
    wgmmaCommit();
    stage = stage + 1 == STAGES ? 0 : stage + 1;
  }
  wgmmaWait<0>();
  if (begin < end) {
#pragma unroll
    for (int i = 0; i < 64; i++) sums.of[i] += some.of[i];
  }
  Matrix partial = {out + (long)slice * rows * cols, cols};
  long row = firstRow + group * TILE_ROWS + threadIdx.x % GROUP / WARP * 16 + lane() / 4;
  forPairs(row, rows, firstCol, cols, [&](long r, int c, int i) {
    *partial.at(r, c) = sums.of[i];
    if (c + 1 < cols) *partial.at(r, c + 1) = sums.of[i + 1];
  });
}

// out = the sum of the slices, in their order, + beta·out.
extern "C" __global__ void addSlices(int slices, int rows, int cols, const float* partials,
                                     float beta, Matrix out) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= rows * cols) return;
  float sum[1] = {0};
  for (int s = 0; s < slices; s++) sum[0] += partials[(long)s * rows * cols + index];
  put<1>(out.at(index / cols, index % cols), sum, beta, 1);
}
