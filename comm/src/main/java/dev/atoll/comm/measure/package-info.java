/** How fast collectives are on this machine. */
package dev.atoll.comm.measure;
