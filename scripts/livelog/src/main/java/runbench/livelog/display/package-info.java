/**
 * Displays of a growing log, in a browser and in a terminal. Entrances: {@link runbench.livelog.display.DisplayServer}
 * and {@link runbench.livelog.display.LogWatch}.
 */
package runbench.livelog.display;
