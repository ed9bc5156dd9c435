/** Web servers of the program: access control, limits, figures for monitoring. */
package dev.atoll.app.serve;
