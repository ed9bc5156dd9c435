/** NumPy's files: arrays ({@code .npy}, mapped or read) and archives ({@code .npz}). */
package dev.atoll.formats.npy;
