package runbench.plotter.render.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.base.json.Json;
import runbench.plotter.theme.Theme;
import runbench.plotter.theme.Theme.Palette;

/** Builds the JSON model of the page's script: axes, names, scales of the codes, colours. */
final class PageModel {
    /** Name of the second axis in the model, and prefix of the identifiers of its data. */
    static final String OTHER_AXIS = "other";
    private static final int LIBRARY_COLOURS = 6;

    private PageModel() {
    }

    /** @param axes the axes of the page, the first one first */
    static String json(Page page, List<EmbeddedData> axes) {
        PageSeries series = axes.get(0).series();
        Map<String, Object> model = axis(axes.get(0));
        if (axes.size() > 1) {
            model.put(OTHER_AXIS, axis(axes.get(1)));
        }
        model.put("checksum", page.checksum());
        model.put("lanes",
                series.lanes()
                        .stream()
                        .map(l -> sorted(Map.of("name", l.name(), "detail", l.detail(), "caveat", l.caveat())))
                        .toList());
        model.put("laneWord", series.ofPrograms() ? "program" : "rank");
        model.put("reference", page.clocks().reference());
        model.put("apart", known(page.clocks().apart()));
        if (!page.calls().isEmpty()) {
            model.put("calls", page.calls().model());
        }
        if (!page.stacks().isEmpty()) {
            model.put("stacks", page.stacks().model());
            model.put("libraryColours", libraryColours());
        }
        model.put("clocks",
                page.clocks()
                        .hosts()
                        .stream()
                        .map(h -> sorted(Map.of("name", h.name(), "at", known(h.at()), "error", known(h.error()), "low",
                                known(h.low()), "high", known(h.high()))))
                        .toList());
        model.put("stays",
                page.stays()
                        .stream()
                        .map(s -> sorted(Map.of("phase", s.phase(), "low", s.low(), "step", s.step(), "counts",
                                Arrays.stream(s.counts()).map(lane -> Arrays.stream(lane).boxed().toList()).toList(),
                                "medians", known(s.medians()))))
                        .toList());
        model.put("themes", themes());
        model.put("viridis", IntStream.range(0, 256).mapToObj(i -> PageAssets.css(Theme.viridis(i / 255.0))).toList());
        return Markup.inScript(Json.text(model));
    }

    /** Returns the model of a page without charts over time. */
    static String ofStacks(PageStacks stacks) {
        return Markup.inScript(Json.text(
                sorted(Map.of("stacks", stacks.model(), "libraryColours", libraryColours(), "themes", themes()))));
    }

    private static Map<String, Object> themes() {
        return sorted(Map.of("light", theme(Palette.LIGHT), "dark", theme(Palette.DARK)));
    }

    /** Returns the colours of libraries in flame graphs: those of the phases. */
    private static List<String> libraryColours() {
        return IntStream.range(0, LIBRARY_COLOURS).mapToObj(i -> PageAssets.css(Theme.phase(i).rgb())).toList();
    }

    private static Map<String, Object> axis(EmbeddedData data) {
        PageSeries series = data.series();
        Map<String, Object> axis = new LinkedHashMap<>();
        axis.put("axis", series.axis());
        axis.put("unit", series.unit());
        axis.put("start", series.start());
        axis.put("binWidth", series.binWidth());
        axis.put("end", series.end());
        axis.put("bins", series.bins());
        axis.put("metrics",
                IntStream.range(0, series.metrics().size())
                        .mapToObj(i -> metric(series.metrics().get(i), data.planes().get(i)))
                        .toList());
        axis.put("phases", phases(series.phases()));
        axis.put("states", phases(series.states()));
        return axis;
    }

    private static Map<String, Object> phases(PagePhases phases) {
        return sorted(Map.of("ids", phases.ids(), "perLane", phases.lanes(), "rows", phases.codes().length, "colours",
                Arrays.stream(phases.colours()).mapToObj(c -> PageAssets.css(Theme.phase(c).rgb())).toList()));
    }

    private static Map<String, Object> metric(PageMetric metric, PlaneCodec.Planes planes) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("name", metric.name());
        out.put("unit", metric.unit());
        out.put("kind", metric.kind().name().toLowerCase(Locale.ROOT));
        out.put("sparse", metric.spread() != null && metric.spread().sparse());
        out.put("planes", planes.scales().stream().map(PageModel::scale).toList());
        return out;
    }

    /** Returns finite values with four digits, which is finer than a pixel, and null for others; JSON has no NaN. */
    private static List<Object> known(double[] values) {
        List<Object> all = new ArrayList<>(values.length);
        for (double v : values) {
            all.add(known(v));
        }
        return all;
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? Double.valueOf(String.format(Locale.ROOT, "%.3e", value)) : null;
    }

    private static Map<String, Object> scale(PlaneCodec.Scale12 scale) {
        return sorted(Map.of("low", scale.low(), "step", scale.step()));
    }

    /** Returns a map in the order of its keys: that of {@link Map#of} differs between two processes. */
    private static Map<String, Object> sorted(Map<String, ?> map) {
        return new TreeMap<>(map);
    }

    private static Map<String, Object> theme(Palette palette) {
        Map<String, Object> theme = new LinkedHashMap<>();
        palette.colours().forEach((name, colour) -> theme.put(name, PageAssets.css(colour.rgb())));
        theme.put("bandAlpha", Theme.BAND_ALPHA);
        theme.put("phaseAlpha", palette.phaseAlpha());
        theme.put("labelledInterval", Theme.MIN_LABELLED_INTERVAL);
        return theme;
    }

    /**
     * The series that a page embeds: complete if they fit, otherwise in wider bins, with all lanes.
     *
     * @param series the embedded series
     * @param widened number of original bins per embedded bin; 1 if nothing was merged
     * @param planes encoded values, one element per metric
     * @param phaseText encoded rows of phases
     * @param stateText encoded row of states
     */
    record EmbeddedData(PageSeries series, int widened, List<PlaneCodec.Planes> planes, String phaseText,
            String stateText) {
        /**
         * The maximum size of the series in bytes. The library takes 210 kB more, scripts, tables, overview and
         * histograms some hundred kB: a page stays below 3 MB.
         */
        static final int MAX_BYTES = 2_400_000;

        private static final int MAX_BINS = 8192;
        private static final int MIN_BINS = 256;
        /**
         * The approximate size of a bin: usually one byte per value of a plane (at most two), and three planes.
         */
        private static final int BYTES_PER_BIN = 3;

        static int usefulBins(int lanes, int metrics) {
            return Math.max(MIN_BINS, Math.min(MAX_BINS, MAX_BYTES / Math.max(1, lanes * metrics * BYTES_PER_BIN)));
        }

        /** Returns the data of each axis of a series; all of them together fit into the budget. */
        static List<EmbeddedData> of(PageSeries series, int budget) {
            List<PageSeries> axes = series.axes();
            return axes.stream().map(s -> ofAxis(s, budget / axes.size())).toList();
        }

        private static EmbeddedData ofAxis(PageSeries series, int budget) {
            int k = 1;
            while (true) {
                PageSeries wide = series.coarsened(k);
                List<PlaneCodec.Planes> planes = new ArrayList<>();
                String phases = PlaneCodec.encode(wide.phases().codes());
                String states = PlaneCodec.encode(wide.states().codes());
                long size = (long) phases.length() + states.length();
                for (PageMetric metric : wide.metrics()) {
                    PlaneCodec.Planes one = PlaneCodec.encode(metric);
                    planes.add(one);
                    size += one.text().length();
                }
                if (size <= budget || wide.bins() <= 1) {
                    return new EmbeddedData(wide, k, planes, phases, states);
                }
                k = Math.max(k + 1, (int) (0.9 * k * size / budget));
            }
        }
    }
}
