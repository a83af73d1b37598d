/**
 * What earlier commands left below the results folder. Entrance: {@link runbench.batch.results.ResultList}.
 */
package runbench.batch.results;
