/**
 * Ranks that are processes of one machine and read each other's data from files.
 *
 * <p>{@link dev.atoll.comm.machine.MachineTransport} wraps a transport whose ranks all run on one
 * machine. A rank maps the files of the other ranks and reads them in place of sending requests.
 * The bytes of the requests and replies that this saves are still counted on both ends, by counters
 * in a mapped file.
 */
package dev.atoll.comm.machine;
