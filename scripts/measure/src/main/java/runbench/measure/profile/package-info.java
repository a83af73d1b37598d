/** Bandwidth profiles of recorded runs. Entrance: {@link runbench.measure.profile.ProfileStudy}. */
package runbench.measure.profile;
