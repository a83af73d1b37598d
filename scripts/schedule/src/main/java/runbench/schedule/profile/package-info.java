/**
 * Bandwidth profiles of programs alone on the machine, their files and their library. The entrance is
 * {@link runbench.schedule.profile.ProfileLibrary}.
 */
package runbench.schedule.profile;
