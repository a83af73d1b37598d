/**
 * This machine's time sources: what they cost, how finely they tick, how they differ. The only door of this room to
 * native code. {@link runbench.sync.clock.ClockLibrary} is the entrance.
 */
package runbench.sync.clock;
