/**
 * The contract of all backends, as tests: {@link dev.atoll.tensor.contract.BackendContract}. Other
 * modules get it as the test jar of this one.
 */
package dev.atoll.tensor.contract;
