/**
 * Tools for the tests of all modules: property tests, campaigns, allocated memory, twins of dataset
 * folders, child processes.
 */
package dev.atoll.testkit;
