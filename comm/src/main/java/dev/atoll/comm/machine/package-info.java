/** Ranks that are processes of one machine, and read each other's files in place of asking. */
package dev.atoll.comm.machine;
