/**
 * Shared by every module that writes files: {@link dev.atoll.files.AtomicFile}, digests, the cache
 * folder, errors in words.
 */
package dev.atoll.files;
