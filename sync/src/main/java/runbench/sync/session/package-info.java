/**
 * Use cases of clock synchronisation with typed results, for any front end. Entrances:
 * {@link runbench.sync.session.MeasurementRun} takes windows of a {@link runbench.sync.session.Measurement} (a star of
 * nodes or a tree of gateways) and hands out {@link runbench.sync.session.WindowReport}s;
 * {@link runbench.sync.session.EstimateSession} estimates recorded exchanges;
 * {@link runbench.sync.session.BenchSession} characterises time services. Nothing here prints or reads options.
 */
package runbench.sync.session;
