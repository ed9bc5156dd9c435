/**
 * Named strategies and their settings.
 *
 * <pre>
 *   PolicyProvider  registers  Policy        name, help, paper, keys, factory
 *   Slot            a setting that names one: sampler, partitioner, exchange.refresh, …
 *   Key, KeyType    a setting: its name, the values it takes, its default, a line of help
 *   Values          the settings of a run, read by factories
 * </pre>
 *
 * A strategy is added by one folder: its settings as a record, its behaviour, one provider. Nothing
 * else lists its name.
 */
package dev.atoll.graph.policy;
