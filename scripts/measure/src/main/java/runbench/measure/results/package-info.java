/** Results of earlier commands below the results folder. Entrance: {@link runbench.measure.results.ResultList}. */
package runbench.measure.results;
