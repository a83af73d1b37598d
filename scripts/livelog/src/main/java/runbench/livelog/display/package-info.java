/**
 * Displays of a log while it grows: a server of events for any number of them, its page, and the terminal's display.
 * Entrances: {@link runbench.livelog.display.DisplayServer} and {@link runbench.livelog.display.LogWatch}.
 */
package runbench.livelog.display;
