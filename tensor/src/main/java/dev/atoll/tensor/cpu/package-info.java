/**
 * The backend of the CPU: {@link dev.atoll.tensor.cpu.CpuBackend}, opened with {@link
 * dev.atoll.tensor.cpu.CpuOptions}.
 *
 * <ul>
 *   <li>{@code ThreadTeam} hands out fixed chunks of work to persistent threads. How work is cut
 *       depends on shapes only, never on the number of threads, and so do the bits of a result.
 *   <li>{@code HostMemory} and {@code PooledWorkspace} allocate aligned memory, on huge pages where
 *       the system has them, and reuse it.
 *   <li>{@code ReferenceKernels} are plain loops: the oracle of the tests of {@code VectorKernels},
 *       and the fallback where the Vector API is missing. The two share {@code RowChunks}, nothing
 *       else.
 *   <li>{@code SpmmPairs}, {@code VectorBf16}, {@code HalfRows} and {@code GemmPanel} read and
 *       write bfloat16 where it is; {@code MixedKernels} copies for all other kernels.
 *   <li>{@code CpuTime} is the CPU time of the process, for costs and benchmarks.
 * </ul>
 */
package dev.atoll.tensor.cpu;
