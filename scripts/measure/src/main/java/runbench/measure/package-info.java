/**
 * Measurement use cases: {@link runbench.measure.BenchmarkRun} measures a benchmark of the catalogue,
 * {@link runbench.measure.ProgramRun} any program or running processes. Both report to a
 * {@link runbench.measure.RunObserver}, keep all files in one folder and return a {@link runbench.measure.RunOutcome}.
 * The package prints nothing.
 */
package runbench.measure;
