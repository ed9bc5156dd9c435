/**
 * Work of kernels: counted instead of done, timed by the shapes of calls, and measured by kind on
 * this machine.
 */
package dev.atoll.app.plan.kernel;
