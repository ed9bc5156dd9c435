/** Ranks as threads of one process. */
package dev.atoll.comm.local;
