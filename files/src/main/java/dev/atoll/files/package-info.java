/**
 * File operations shared by every module that writes files.
 *
 * <p>{@link dev.atoll.files.AtomicFile} writes a file that appears complete or not at all. {@link
 * dev.atoll.files.FileDigest} computes SHA-256 digests, {@link dev.atoll.files.FileStamp} detects
 * that a file is unchanged, {@link dev.atoll.files.CacheFolder} is the user's cache, {@link
 * dev.atoll.files.Utf8File} reads text, and {@link dev.atoll.files.FileError} describes
 * input/output errors for users.
 */
package dev.atoll.files;
