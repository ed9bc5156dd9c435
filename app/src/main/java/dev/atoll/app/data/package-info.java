/** Datasets by name or folder, and synthetic ones written to disk. */
package dev.atoll.app.data;
