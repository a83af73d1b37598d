package runbench.plotter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.figure.Figure;

/** Writes every kind of chart to a folder, for visual inspection. */
final class Gallery {
    private Gallery() {
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        for (Map.Entry<String, Figure> e : all().entrySet()) {
            Charts.writePng(e.getValue(), folder.resolve(e.getKey() + ".png"));
            Charts.writeSvg(e.getValue(), folder.resolve(e.getKey() + ".svg"));
        }
        Charts.writePng(all().get("run-phases"), folder.resolve("run-phases@2.png"), 2);
    }

    static Map<String, Figure> all() {
        Map<String, Figure> out = new LinkedHashMap<>();
        out.put("run-phases",
                Examples.run(Examples.phases(2.4e5))
                        .note("L1D_ALL_REF: not counted (no hardware PMU: this virtual machine"
                                + " passes none through; run on the host or with -cpu host,pmu=on)"));
        out.put("run-spiky", Examples.run(Examples.spiky()));
        out.put("run-block", Examples.run(Examples.block()));
        out.put("run-gaps", Examples.run(Examples.gaps()));
        out.put("run-zero", Examples.run(Examples.constant(0, 500)));
        out.put("run-nan", Examples.run(Examples.constant(Double.NaN, 500)));
        out.put("run-one", Examples.run(Examples.constant(123, 1)));
        out.put("run-none", Examples.run());
        out.put("run-four", Examples.run(Examples.phases(2.4e5), Examples.phases(31), Examples.constant(0, 1180),
                Examples.phases(1e9)));
        out.put("run-sixteen", Examples.sixteen());
        out.put("run-long", Examples.withLongTexts());
        out.put("scatter", Examples.scatter());
        out.put("distributions", Examples.distributions());
        out.put("gantt-4", Examples.gantt(4, 40, 6));
        out.put("gantt-16", Examples.gantt(16, 2000, 12));
        return out;
    }
}
