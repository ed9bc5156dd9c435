/**
 * Neighbour sampling on a device.
 *
 * <pre>
 *   SamplingBackend  a backend that samples
 *   Adjacency        the in-neighbours of all nodes, in host memory, on their way to the device
 *   DeviceGraph   a graph on a device; makes samplers
 *   DeviceSampler    draws one batch at a time, with a queue of its own beside the backend's
 *   BlockEdges       weighs and transposes drawn edges
 *   TieredRows       rows in the device's memory, and others that it reads from the host's
 *   RowTier          the memories that rows are read from
 * </pre>
 */
package dev.atoll.tensor.sample;
