/**
 * What a program asks of memory along its own progress, alone on the machine: read out of recordings, kept in files and
 * in a library. The entrance is {@link runbench.schedule.profile.BandwidthProfile};
 * {@link runbench.schedule.profile.ProfileLibrary} finds kept ones by name.
 */
package runbench.schedule.profile;
