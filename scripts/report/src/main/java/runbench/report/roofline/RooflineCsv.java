package runbench.report.roofline;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.parser.metrics.Interval;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofline;
import runbench.parser.roofline.RunPoint;
import runbench.parser.roofline.RunPoints;

/** Writes roofs and points as CSV; unknown values are empty cells. */
public final class RooflineCsv {
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
                    csv.printRecord(
                            row(new Object[]{"roof", r.name(), r.threads(), r.precision(), moves ? r.label() : null},
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
        return new Object[]{value, interval == null ? null : interval.low(), interval == null ? null : interval.high()};
    }

    private static Object[] row(Object[]... parts) {
        return Arrays.stream(parts).flatMap(Arrays::stream).toArray();
    }
}
