/** A described network over any transport. */
package dev.atoll.comm.emulate;
