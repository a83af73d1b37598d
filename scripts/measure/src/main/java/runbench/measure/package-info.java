/**
 * A measurement as a use case: what is to run is resolved, prepared, run under counters, verified and analysed, and all
 * of it lies in one folder. Entrances: {@link runbench.measure.BenchmarkRun} for a benchmark of the catalogue,
 * {@link runbench.measure.ProgramRun} for any program or for what runs already. Both follow a
 * {@link runbench.measure.RunObserver} and return a {@link runbench.measure.RunOutcome}; who prints them is no business
 * of this package.
 */
package runbench.measure;
