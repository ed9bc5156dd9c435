/** Events of a running training, and its result. */
package dev.atoll.train.event;
