package runbench.report.text;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.ClusterView.RankView.ProgramTimes;
import runbench.align.view.Quantity;
import runbench.base.file.OutputFile;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;

/** The summary of the programs of a plan: times on the common axis and means of the counted quantities. */
public final class ProgramsText {
    private static final int QUANTITIES = 4;

    private ProgramsText() {
    }

    /** Prints one line per program. */
    public static void print(ClusterView view, PrintWriter out) {
        List<Quantity> shown = view.quantities().stream().filter(Quantity::present).limit(QUANTITIES).toList();
        List<String[]> rows = new ArrayList<>();
        rows.add(row(Stream.of("program", "host", "start", "ready", "end", "exit", "samples"),
                shown.stream().map(ProgramsText::heading)));
        for (RankView r : view.ranks()) {
            ProgramTimes t = r.times();
            rows.add(row(Stream.of(t.name(), r.host(), seconds(t.startedS()), seconds(t.readyS()), seconds(t.endedS()),
                    ending(t), Numbers.count(r.samples())), shown.stream().map(q -> mean(q, r.rank()))));
        }
        out.println(TextTable.text(rows));
    }

    private static String[] row(Stream<String> first, Stream<String> more) {
        return TextTable.row(Stream.concat(first, more).toArray());
    }

    private static String heading(Quantity q) {
        return q.name() + (q.unit().isEmpty() || q.kind() == Quantity.Kind.SHARE ? "" : " (" + q.unit() + ")");
    }

    private static String mean(Quantity q, int rank) {
        double value = q.ranks().get(rank).overall();
        return !Double.isFinite(value) ? ""
                : q.kind() == Quantity.Kind.SHARE ? Numbers.percent(value) : Numbers.si(value, 3, "");
    }

    private static String seconds(double s) {
        return Double.isFinite(s) ? Units.seconds(s) : "";
    }

    /** Returns the end of a program in words: its exit status or signal, and whether the run asked it to end. */
    public static String ending(ProgramTimes t) {
        String how = t.signal() != null ? "signal " + t.signal()
                : t.exitStatus() != null ? t.exitStatus().toString() : "unknown";
        return Double.isFinite(t.stoppedS()) ? how + ", ended by the run" : how;
    }

    /** Writes one line per program: times in s, and the mean of each quantity over the program's whole run. */
    public static void csv(ClusterView view, Path file) throws IOException {
        List<Quantity> quantities = view.quantities().stream().filter(Quantity::present).toList();
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator("\n").get())) {
            csv.printRecord(Stream.concat(
                    Stream.of("program", "host", "state", "started_s", "ready_s", "asked_to_end_s", "ended_s",
                            "exit_status", "signal", "samples", "lost"),
                    quantities.stream().map(q -> q.name() + (q.unit().isEmpty() ? "" : " " + q.unit()))).toList());
            for (RankView r : view.ranks()) {
                ProgramTimes t = r.times();
                List<Object> cells = new ArrayList<>(
                        List.of(t.name(), r.host(), r.state().word(), exact(t.startedS()), exact(t.readyS()),
                                exact(t.stoppedS()), exact(t.endedS()), t.exitStatus() == null ? "" : t.exitStatus(),
                                t.signal() == null ? "" : t.signal(), r.samples(), r.lost() < 0 ? "" : r.lost()));
                quantities.forEach(q -> cells.add(exact(q.ranks().get(r.rank()).overall())));
                csv.printRecord(cells);
            }
        }
        OutputFile.write(file, text.toString());
    }

    private static String exact(double value) {
        return Double.isFinite(value) ? Numbers.fixed(value, 9).replaceFirst("\\.?0+$", "") : "";
    }
}
