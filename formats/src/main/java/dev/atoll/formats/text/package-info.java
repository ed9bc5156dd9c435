/**
 * Text files at the speed of memory: cut into blocks of whole lines ({@link
 * dev.atoll.formats.text.TextFile}), each block taken apart by one thread without making a string
 * ({@link dev.atoll.formats.text.Fields}).
 */
package dev.atoll.formats.text;
