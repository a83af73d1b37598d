/**
 * Unattended batches of benchmarks: planned by {@link runbench.measure.batch.BatchPlanner}, each run in its own
 * process, logged so that a batch can resume after a crash. Entrance: {@link runbench.measure.batch.UnattendedBatch}.
 */
package runbench.measure.batch;
