/** Runs as an observer sees them: found under folders and read again when their files change. */
package dev.atoll.app.watch;
