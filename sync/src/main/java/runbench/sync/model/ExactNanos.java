package runbench.sync.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Times since 1970 with fractions of a ns, which need more digits than a double has. */
public final class ExactNanos {
    private ExactNanos() {
    }

    /** Returns {@code whole + rest} ns to three decimals, exactly; null if {@code rest} is not finite. */
    public static BigDecimal of(long whole, double rest) {
        return Double.isFinite(rest)
                ? BigDecimal.valueOf(whole).add(BigDecimal.valueOf(rest)).setScale(3, RoundingMode.HALF_EVEN)
                : null;
    }
}
