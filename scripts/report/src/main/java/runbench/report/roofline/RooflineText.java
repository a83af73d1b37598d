package runbench.report.roofline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.base.stats.Interval;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofline;
import runbench.parser.roofline.Roofs;
import runbench.parser.roofline.RunPoint;
import runbench.parser.roofline.RunPoints;
import runbench.report.Bounded;

/** Prints roofs and points on a terminal. */
public final class RooflineText {
    private RooflineText() {
    }

    /**
     * Prints a roofline.
     *
     * @param precision precision of the operations that points are compared with
     */
    public static void print(Roofline roofline, String precision, PrintWriter out) {
        Roofs roofs = roofline.roofs();
        out.printf("roofs of %s, measured %s by time and arithmetic%n",
                roofs.machine().getOrDefault("processor", "this machine"), roofs.measuredUtc());
        for (int threads : roofs.threads()) {
            out.printf("%n%s%n", threads == 1 ? "one thread" : "all " + threads + " CPUs");
            roofs.roofs()
                    .stream()
                    .filter(r -> r.threads() == threads)
                    .forEach(r -> out.printf("  %-18s %-34s %s%n", r.name(),
                            value(r.rate(), r.interval(), r.kind().unit()), what(r)));
        }
        roofs.skipped().forEach((name, why) -> out.printf("  not measured: %s: %s%n", name, why));
        List<RunPoint> points = roofline.points();
        if (!points.isEmpty()) {
            out.println();
        }
        points.forEach(p -> print(p, below(p, roofline, precision), out));
        roofline.runs().stream().filter(r -> r.whole() == null).forEach(r -> refuse(r, out));
        roofline.notes().forEach(n -> out.printf("  note: %s%n", n));
    }

    private static String what(Roof r) {
        return (r.precision().isEmpty() ? r.label() + ", " : r.label() + ", " + r.precision() + " precision, ")
                + r.meaning() + (r.bytes() == 0 ? "" : ", " + Units.bytes(r.bytes()) + " a thread");
    }

    private static void print(RunPoint p, List<String> below, PrintWriter out) {
        out.printf("%s: %s of wall time at %s FLOP/byte, %s CPUs busy%n", p.name(),
                value(p.performance(), p.performanceInterval(), "FLOP/s"), plain(p.intensity(), p.intensityInterval()),
                Units.si(p.cpus()));
        out.printf("    FLOPs: %s%n    bytes: %s%s%n", p.flopsFrom(), p.bytesFrom(),
                p.traffic().equals("by hand") ? "" : " (" + p.traffic() + ")");
        out.printf("    %s%n", String.join("; ", below));
    }

    /** Returns the point's share of each roof at its intensity. */
    private static List<String> below(RunPoint p, Roofline roofline, String precision) {
        int threads = roofline.threadsFor(p);
        List<String> words = new ArrayList<>();
        double peak = roofline.roofs().operations(precision, threads).get(0).rate();
        for (Roof r : roofline.roofs().bandwidths(threads)) {
            if (r.rate() * p.intensity() < peak) {
                words.add(Units.percent(p.performance() / (r.rate() * p.intensity())) + " of " + r.label() + "'s roof");
            }
        }
        words.add(Units.percent(p.performance() / peak) + " of the peak of operations");
        return words;
    }

    /** Returns a number without thin spaces, because a terminal has a fixed character width. */
    private static String value(double value, Interval interval, String unit) {
        return RooflineChart.value(value, interval, unit).replace(Numbers.THIN_SPACE, ' ');
    }

    private static String plain(double value, Interval interval) {
        return Units.si(value) + (interval == null ? "" : Bounded.bounds(interval, Units::si));
    }

    private static void refuse(RunPoints r, PrintWriter out) {
        out.printf("%s: no point: %s%n    -> %s%n", r.name(), r.missing(), r.remedy());
    }

    /** Writes roofs and points as CSV; unknown values are empty cells. */
    public static final class RooflineCsv {
        private RooflineCsv() {
        }

        /**
         * Writes the file.
         *
         * @throws RunbenchException if the file cannot be written
         */
        public static void write(Roofline roofline, Path file) {
            try {
                OutputFile.writeText(file, text -> {
                    CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                    csv.printRecord("row", "name", "threads", "precision", "level", "flop_per_s", "flop_per_s_low",
                            "flop_per_s_high", "byte_per_s", "byte_per_s_low", "byte_per_s_high", "flop_per_byte",
                            "flop_per_byte_low", "flop_per_byte_high", "from");
                    for (Roof r : roofline.roofs().roofs()) {
                        boolean moves = r.precision().isEmpty();
                        Object[] rate = {r.rate(), r.interval().low(), r.interval().high()};
                        Object[] none = {null, null, null};
                        csv.printRecord(row(
                                new Object[]{"roof", r.name(), r.threads(), r.precision(), moves ? r.label() : null},
                                moves ? none : rate, moves ? rate : none, none,
                                new Object[]{"measured by time and arithmetic: " + r.meaning()}));
                    }
                    for (RunPoint p : roofline.points()) {
                        csv.printRecord(row(new Object[]{"point", p.name(), roofline.threadsFor(p), null, p.traffic()},
                                of(p.performance(), p.performanceInterval()), of(p.performance() / p.intensity(), null),
                                of(p.intensity(), p.intensityInterval()),
                                new Object[]{"FLOPs: " + p.flopsFrom() + "; bytes: " + p.bytesFrom()}));
                    }
                    for (RunPoints run : roofline.runs()) {
                        for (RunPoints.Part part : run.course()) {
                            csv.printRecord(row(
                                    new Object[]{"part", run.name(), roofline.threadsFor(run.whole()), null,
                                            run.whole().traffic()},
                                    of(part.performance(), null), of(part.performance() / part.intensity(), null),
                                    of(part.intensity(), null), new Object[]{null}));
                        }
                    }
                });
            } catch (IOException e) {
                throw RunbenchException.machine(file + ": cannot be written: " + e.getMessage())
                        .remedy("make room, or name another file with -o")
                        .causedBy(e);
            }
        }

        private static Object[] of(double value, Interval interval) {
            return new Object[]{value, interval == null ? null : interval.low(),
                    interval == null ? null : interval.high()};
        }

        private static Object[] row(Object[]... parts) {
            return Arrays.stream(parts).flatMap(Arrays::stream).toArray();
        }
    }
}
