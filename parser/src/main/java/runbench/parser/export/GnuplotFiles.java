package runbench.parser.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import runbench.base.file.OutputFile;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.parser.record.EventInfo;
import runbench.parser.series.PeriodFlag;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/** NAME.dat and NAME.plt for the first counted event, and NAME.EVENT.dat and .plt for each of the others. */
final class GnuplotFiles implements SeriesCollector<List<Path>> {
    private final Periods periods;
    private final Path directory;
    private final Map<Integer, String> stems;
    private final List<GnuplotData> data = new ArrayList<>();
    private long samples;

    GnuplotFiles(Periods periods, Path directory, String name) {
        this.periods = periods;
        this.directory = directory;
        stems = stems(periods, name);
        try {
            stems.forEach((event, stem) -> data.add(new GnuplotData(periods, event, file(stem, ".dat"))));
        } catch (RunbenchException e) {
            close();
            throw e;
        }
    }

    private Path file(String stem, String suffix) {
        return directory.resolve(stem + suffix);
    }

    @Override
    public PeriodVisitor periods() {
        GnuplotData[] all = data.toArray(GnuplotData[]::new);
        return p -> {
            samples += p.is(PeriodFlag.CLOSE) ? 0 : 1;
            for (GnuplotData one : all) {
                one.line(p);
            }
        };
    }

    @Override
    public List<Path> result(SeriesReport report) {
        List<Path> files = new ArrayList<>();
        int place = 0;
        for (Map.Entry<Integer, String> stem : stems.entrySet()) {
            EventInfo event = periods.events().get(stem.getKey());
            data.get(place++).finish(report.estimates().get(stem.getKey()));
            files.add(file(stem.getValue(), ".dat"));
            Path plot = file(stem.getValue(), ".plt");
            write(plot, GnuplotScript.text(stem.getValue(), event, periods.recording(), samples));
            files.add(plot);
        }
        return files;
    }

    @Override
    public void close() {
        data.forEach(GnuplotData::close);
    }

    /** File names without suffix per counted event: safe on any file system, and different from one another. */
    private static Map<Integer, String> stems(Periods periods, String name) {
        Map<Integer, String> stems = new LinkedHashMap<>();
        Set<String> used = new HashSet<>();
        for (int e = 0; e < periods.events().size(); e++) {
            EventInfo event = periods.events().get(e);
            if (!event.counted()) {
                continue;
            }
            String stem = Exports.fileName(name);
            if (!stems.isEmpty()) {
                stem += "." + Exports.fileName(event.name());
            }
            String unique = stem;
            for (int n = 2; !used.add(unique.toLowerCase(Locale.ROOT)); n++) {
                unique = stem + "-" + n;
            }
            stems.put(e, unique);
        }
        return stems;
    }

    private static void write(Path file, String text) {
        try {
            OutputFile.write(file, text);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }
}
