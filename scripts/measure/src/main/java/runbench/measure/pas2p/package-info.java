/**
 * Use cases for MPI programs: analyses, signatures, predictions and studies with the files that they leave. Entrance:
 * {@link runbench.measure.pas2p.TraceAnalysis}.
 */
package runbench.measure.pas2p;
