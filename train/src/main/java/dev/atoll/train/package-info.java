/** The training loop and what it is made of. */
package dev.atoll.train;
