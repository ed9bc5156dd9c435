/** What the program's web servers have in common: who is let in, limits, figures for monitoring. */
package dev.atoll.app.serve;
