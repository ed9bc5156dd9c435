/**
 * The program {@code atoll}.
 *
 * <ul>
 *   <li>{@code command}: what can be typed, one file per command
 *   <li>{@code settings}: what a run can be told, with its recipes and presets
 *   <li>{@code partition}: what is said and foreseen of a cut
 *   <li>{@code run}: what a run leaves behind
 *   <li>{@code engine}: what runs its workers
 *   <li>{@code compare}: several recipes side by side; {@code report}: the page about them
 *   <li>{@code screen}: what a person sees meanwhile
 * </ul>
 */
package dev.atoll.app;
