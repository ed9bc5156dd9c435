/**
 * Tools for the tests of all modules: property tests, campaigns, allocated memory, twins of dataset
 * folders.
 */
package dev.atoll.testkit;
