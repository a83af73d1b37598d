/** Bandwidth profiles as text and charts. The entrance is {@link runbench.report.profile.ProfileText}. */
package runbench.report.profile;
