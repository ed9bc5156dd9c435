/** What a run leaves behind: its folder, its results, and what they were made with. */
package dev.atoll.recipe.run;
