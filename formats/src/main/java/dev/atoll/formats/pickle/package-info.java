/**
 * A reader of Python pickles that only reads data: it never runs code.
 *
 * <p>{@link dev.atoll.formats.pickle.Pickle} reads protocols 2 to 4 with a closed list of
 * constructors, which it records without calling them; any other is refused by name. The result is
 * plain Java data, with NumPy and SciPy objects as {@link dev.atoll.formats.pickle.PickledObject};
 * {@link dev.atoll.formats.pickle.Pickled} gives typed access to it, with errors that name the
 * file.
 */
package dev.atoll.formats.pickle;
