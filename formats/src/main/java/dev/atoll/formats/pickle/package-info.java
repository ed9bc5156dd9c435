/** A reader of Python pickles that holds data only: it never runs code. */
package dev.atoll.formats.pickle;
