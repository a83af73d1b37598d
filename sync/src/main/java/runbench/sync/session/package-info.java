/**
 * Use cases of clock synchronisation with typed results. Entrances: {@link runbench.sync.session.MeasurementRun},
 * {@link runbench.sync.session.EstimateSession}, {@link runbench.sync.session.BenchSession}. This package neither
 * prints nor reads options.
 */
package runbench.sync.session;
