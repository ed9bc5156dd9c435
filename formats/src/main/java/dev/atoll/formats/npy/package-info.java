/**
 * NumPy files: arrays ({@code .npy}, mapped or read) and archives ({@code .npz}).
 *
 * <p>{@link dev.atoll.formats.npy.Npy} maps, reads and writes one array; {@link
 * dev.atoll.formats.npy.Npz} reads the arrays of an archive; {@link
 * dev.atoll.formats.npy.ArrayFolder} reads arrays by name from a folder or an archive. The result
 * is an {@link dev.atoll.formats.npy.NpyArray}: little-endian elements in row-major order with an
 * {@link dev.atoll.formats.npy.NpyType} and a shape. Its memory belongs to the arena or allocator
 * that the caller passed. Errors name the file and, in an archive, the entry.
 */
package dev.atoll.formats.npy;
