/**
 * Benchmarks in a queue, unattended: planned by {@link runbench.measure.batch.BatchPlanner}, each run in a process of
 * its own, logged so that a batch can resume after a crash. Entrance: {@link runbench.measure.batch.UnattendedBatch}.
 */
package runbench.measure.batch;
