/** Bounds on what is under way. */
package dev.atoll.comm.flow;
