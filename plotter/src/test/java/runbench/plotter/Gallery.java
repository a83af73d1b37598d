package runbench.plotter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.figure.Figure;

/** Writes every kind of chart into the folder given, for human eyes: no test can say that a chart is good. */
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
        String notCounted = "L1D_ALL_REF: not counted (no hardware PMU: this virtual machine passes none through; run on "
                + "the host or with -cpu host,pmu=on)";
        out.put("run-phases", RunChart.of(List.of(Examples.phases("page-faults", 2.4e5)), Examples.caption(notCounted)));
        out.put("run-spiky", RunChart.of(List.of(Examples.spiky("page-faults")), Examples.caption()));
        out.put("run-block", RunChart.of(List.of(Examples.block("cache-references")), Examples.caption()));
        out.put("run-gaps", RunChart.of(List.of(Examples.gaps("page-faults")), Examples.caption()));
        out.put("run-zero", RunChart.of(List.of(Examples.constant("migrations", 0, 500)), Examples.caption()));
        out.put("run-nan", RunChart.of(List.of(Examples.constant("faults", Double.NaN, 500)), Examples.caption()));
        out.put("run-one", RunChart.of(List.of(Examples.constant("faults", 123, 1)), Examples.caption()));
        out.put("run-none", RunChart.of(List.of(), Examples.caption(notCounted)));
        out.put("run-four", RunChart.of(List.of(Examples.phases("page-faults", 2.4e5),
                Examples.phases("context-switches", 31), Examples.constant("cpu-migrations", 0, 1180),
                Examples.phases("task-clock", 1e9)), Examples.caption(notCounted)));
        out.put("run-sixteen", Examples.sixteen());
        out.put("run-long", RunChart.of(List.of(Examples.phases(Examples.LONG, 1)), new ChartCaption(Examples.LONG,
                Examples.LONG + Examples.LONG, Examples.LONG, "Linux", "PMU", 1e5, Double.NaN, 12, -1, -1, Double.NaN,
                List.of(Examples.LONG, Examples.LONG))));
        out.put("scatter", Examples.scatter());
        out.put("distributions", Examples.distributions());
        out.put("gantt-4", Examples.gantt(4, 40, 6));
        out.put("gantt-16", Examples.gantt(16, 2000, 12));
        return out;
    }
}
