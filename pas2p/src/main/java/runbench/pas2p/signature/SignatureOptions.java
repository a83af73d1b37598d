package runbench.pas2p.signature;

import runbench.base.error.RunbenchException;

/**
 * Requirements of a signature: accuracy of the prediction and length of the run.
 *
 * @param error half width of the prediction interval, as a share
 * @param confidence confidence of the interval
 * @param within share of the run's sends and collectives within which occurrences are selected
 * @param widest limit of that share if no relevant occurrence is within it
 */
public record SignatureOptions(double error, double confidence, double within, double widest) {
    public static final SignatureOptions DEFAULT = new SignatureOptions(0.03, 0.95, 0.05, 1);

    /** Creates options with a fixed share. */
    public SignatureOptions(double error, double confidence, double within) {
        this(error, confidence, within, within);
    }

    /** Returns whether a signature of these values can result from these options. */
    public boolean accept(double itsError, double itsConfidence, double itsWithin) {
        return itsError == error && itsConfidence == confidence && itsWithin >= within && itsWithin <= widest;
    }

    /** Returns the same options with a fixed share. */
    SignatureOptions fixed() {
        return new SignatureOptions(error, confidence, within);
    }

    /**
     * Checks the values.
     *
     * @throws RunbenchException a share is out of range
     */
    public SignatureOptions {
        if (!(error > 0 && error < 1)) {
            throw RunbenchException.badInput("--error " + error + ": no share between 0 and 1")
                    .remedy("for example --error 3%");
        }
        if (!(confidence >= 0.5 && confidence < 1)) {
            throw RunbenchException.badInput("--confidence " + confidence + ": not between 50 % and 100 %")
                    .remedy("for example --confidence 95%");
        }
        if (!(within > 0 && within <= 1)) {
            throw RunbenchException.badInput("--within " + within + ": no share above 0 and up to 100 %")
                    .remedy("for example --within 5%; 100% lets the program run as far as is useful");
        }
    }
}
