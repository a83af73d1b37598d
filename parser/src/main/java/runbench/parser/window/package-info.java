/**
 * Statistics of a part of a run: from a time to a time, or a phase. Entrance:
 * {@link runbench.parser.window.TimeWindow}.
 */
package runbench.parser.window;
