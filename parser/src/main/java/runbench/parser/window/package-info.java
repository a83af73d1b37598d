/** Statistics of a part of a run: a time range, or a phase. Entry point: {@link runbench.parser.window.TimeWindow}. */
package runbench.parser.window;
