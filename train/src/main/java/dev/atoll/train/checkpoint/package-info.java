/** Checkpoints: a killed run resumes to the same bits. */
package dev.atoll.train.checkpoint;
