/**
 * Conversion of recordings and message traces to the time of a reference clock. Entrances:
 * {@link runbench.align.clock.RecordingClock} for recordings, {@link runbench.align.clock.NodeClocks} for traces.
 */
package runbench.align.clock;
