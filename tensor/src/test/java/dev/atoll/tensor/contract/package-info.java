/**
 * What every backend must do, as tests: {@link dev.atoll.tensor.contract.BackendContract}. Other
 * rooms get it as this room's test jar.
 */
package dev.atoll.tensor.contract;
