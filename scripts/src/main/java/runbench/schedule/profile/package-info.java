/**
 * What a program asks of memory along its own progress, alone on the machine: read out of recordings, kept in files and in a library.
 * The entrance is {@link runbench.schedule.profile.BandwidthProfile}.
 */
package runbench.schedule.profile;
