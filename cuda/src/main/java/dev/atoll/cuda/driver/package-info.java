/**
 * The CUDA libraries of the system, called through the foreign function interface: driver, run-time
 * compiler and cuBLAS; and the classes directly on top of them: streams, pinned copies, compiled
 * programs, launch arguments.
 */
package dev.atoll.cuda.driver;
