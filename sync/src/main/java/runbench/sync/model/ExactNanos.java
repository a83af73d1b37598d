package runbench.sync.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Times since 1970 with fractions of a ns: more digits than a double has. */
public final class ExactNanos {
    private ExactNanos() {
    }

    /** {@code whole + rest} ns to three decimals, exactly; null where there is no number. */
    public static BigDecimal of(long whole, double rest) {
        return Double.isFinite(rest)
                ? BigDecimal.valueOf(whole).add(BigDecimal.valueOf(rest)).setScale(3, RoundingMode.HALF_EVEN)
                : null;
    }
}
