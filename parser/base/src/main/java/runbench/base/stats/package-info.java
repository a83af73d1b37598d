/** Statistics of values: {@link runbench.base.stats.Statistics} is the entrance. */
package runbench.base.stats;
