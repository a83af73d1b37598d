/** Bandwidth profiles as text and charts. Entrance: {@link runbench.report.profile.ProfileText}. */
package runbench.report.profile;
