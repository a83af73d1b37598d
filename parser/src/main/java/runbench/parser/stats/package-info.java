/** Summaries of runs in numbers. Entrance: {@link runbench.parser.stats.RunSummary#of}. */
package runbench.parser.stats;
