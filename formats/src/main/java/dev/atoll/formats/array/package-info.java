/**
 * Arrays as others write them, as edges ({@link dev.atoll.formats.array.ArrayEdges}) and features,
 * and checks of the elements of arrays ({@link dev.atoll.formats.array.ArrayChecks}).
 */
package dev.atoll.formats.array;
