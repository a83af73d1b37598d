/**
 * Stamps of recordings and message traces on the time of a reference clock. Entrances:
 * {@link runbench.align.clock.RecordingClock} for recordings, {@link runbench.align.clock.NodeClocks} for traces.
 */
package runbench.align.clock;
