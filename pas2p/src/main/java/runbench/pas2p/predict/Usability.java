package runbench.pas2p.predict;

import java.util.Locale;
import java.util.Optional;
import runbench.base.quantity.Units;
import runbench.pas2p.predict.StratumRatios.StratumRatio;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.trace.ProcessorUse;

/**
 * The reason why a predicted time should not be used, and the remedy.
 *
 * @param reason cause, without a full stop
 * @param remedy what to type
 */
public record Usability(String reason, String remedy) {
    /** Half width of the interval, as a share, above which a prediction is not usable. */
    public static final double MAX_HALF_WIDTH = 0.25;
    /** Share of the traced time in measured strata below which ratios are borrowed for too much. */
    private static final double MIN_MEASURED_SHARE = 0.25;
    private static final double WIDER = 5;

    /** Returns the reason; empty: the prediction is usable. */
    public static Optional<Usability> of(Prediction p) {
        MeasuredSignature m = p.measured();
        Signature s = m.signature();
        if (m.stopS() == null && m.completedS() != null) {
            return Optional.of(new Usability("the program ended before the signature's stop",
                    String.format(Locale.ROOT, "its whole run was measured: %.4g s", m.completedS())));
        }
        Optional<String> traced = ProcessorUse.disturbed(s.trace().processors(), "traced");
        if (traced.isPresent()) {
            return Optional.of(new Usability(traced.get(), "trace the program again while nothing else runs: "
                    + "runbench pas2p trace -o RUN2 -- ..., then build and run its signature"));
        }
        Optional<String> measured = ProcessorUse.disturbed(m.processors(), "measured");
        if (measured.isPresent()) {
            return Optional.of(
                    new Usability(measured.get(), "measure it again while nothing else runs: " + measurement(m, "")));
        }
        double share = measuredShare(p);
        if (share < MIN_MEASURED_SHARE) {
            return Optional.of(new Usability("only phases with " + Units.percent(share) + " of the time were measured",
                    measureMore(m)));
        }
        if (p.halfWidth() > MAX_HALF_WIDTH) {
            return Optional.of(
                    new Usability("the interval is " + Units.percent(p.halfWidth()) + " of the time wide to each side",
                            measureMore(m)));
        }
        return Optional.empty();
    }

    private static String measureMore(MeasuredSignature m) {
        double within = m.signature().within();
        if (within >= 1) {
            return "measure the whole run: " + measurement(m, "--full ");
        }
        int wider = (int) Math.min(100, Math.ceil(100 * within * WIDER));
        return "measure more of the run: runbench pas2p signature build RUN -o SIG --within " + wider + "%, then "
                + measurement(m, "");
    }

    private static String measurement(MeasuredSignature m, String options) {
        return "runbench pas2p signature run SIG -o OTHER " + options + "-- " + String.join(" ", m.command());
    }

    /** Returns the share of the traced time of all strata that is in measured ones, 0..1. */
    private static double measuredShare(Prediction p) {
        double all = 0;
        double measured = 0;
        for (StratumRatio r : p.strata()) {
            double traced = p.measured().signature().phases().get(r.phase()).strata().get(r.stratum()).traceS();
            all += traced;
            measured += r.samples() > 0 ? traced : 0;
        }
        return all <= 0 ? 1 : measured / all;
    }
}
