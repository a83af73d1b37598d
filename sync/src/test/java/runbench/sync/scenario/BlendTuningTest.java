package runbench.sync.scenario;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.sync.estimate.Blend;
import runbench.sync.estimate.Estimator;

class BlendTuningTest {
    private static Blend.Tuning with(int field, double f) {
        Blend.Tuning t = Blend.Tuning.DEFAULT;
        double[] v = {t.minErrorNanos(), t.biasQuantile(), t.minRows(), t.minAveraged(), t.minSkewness(),
                t.skewnessPenalty(), t.fewRows(), t.weightExponent(), t.floorGain()};
        v[field] *= f;
        return new Blend.Tuning(v[0], v[1], (int) v[2], (int) v[3], v[4], v[5], v[6], v[7], v[8]);
    }

    @Test
    void x() {
        List<Estimator> methods = new ArrayList<>();
        methods.add(new Blend());
        double[] fs = {0, 0.5, 2, 1000};
        for (int i = 0; i < 9; i++) {
            for (double f : fs) {
                methods.add(new Blend(with(i, i >= 7 && f == 0 ? 1 / (i == 7 ? 1.5 : 3) : f)));
            }
        }
        for (boolean one : new boolean[]{false, true}) {
            (one ? BestMethodTest.oneSided() : BestMethodTest.conditions()).parallel().forEach(a -> {
                Object[] o = a.get();
                ScenarioPlan plan = (ScenarioPlan) o[one ? 0 : 1];
                Delays d = (Delays) o[one ? 1 : 2];
                List<MethodComparison.Score> s = MethodComparison.on(WindowSource.generated(plan), d, methods, 40, 2026);
                StringBuilder b = new StringBuilder((one ? "ONE" : "ALL") + "\t" + plan.bursts() + "x" + plan.exchanges() + "/" + plan.windowNanos() / 1000000000 + " " + d.name());
                s.forEach(c -> b.append('\t').append(c.rmsNanos()).append('/').append(c.ratio95()));
                System.out.println("DATA " + b);
            });
        }
    }
}
