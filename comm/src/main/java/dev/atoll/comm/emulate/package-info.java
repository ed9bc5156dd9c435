/** An emulated network of a given speed and latency, over any transport. */
package dev.atoll.comm.emulate;
