/**
 * The CUDA libraries of the system, called through the foreign function interface: driver, run-time
 * compiler and cuBLAS; and what is built directly on them: streams, pinned copies, compiled
 * programs, launch arguments.
 */
package dev.atoll.cuda.driver;
