package runbench.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import runbench.base.json.OutputFormat;
import runbench.measure.batch.BatchFolder;
import runbench.measure.batch.GalleryRuns;
import runbench.measure.batch.UnattendedBatch;
import runbench.report.gallery.GalleryText;
import runbench.report.text.PrintedJson;

/** {@code scripts/gallery}: compares the catalogue's charts with the known structure of its programs. */
@Command(name = "gallery", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs benchmarks unattended, one after the other, and makes one page of all their charts. Each "
                + "chart stands next to claims about the program that ran: repetitions, parts, rising rates. Those of "
                + "original programs are published, those of stand-ins are in their entries. Each claim is compared "
                + "with the run's counters: it holds, does not hold, or cannot be compared, with the reason. Exit code "
                + "1 if a run failed; a claim that does not hold is no failure.",
        footerHeading = "%nExamples:%n",
        footer = {"  scripts/gallery                                  all that can run here",
                "  scripts/gallery --emulate 403.gcc 473.astar      counts memory references without a PMU; slow",
                "  scripts/gallery --resume                         continue after a crash; if all runs are "
                        + "finished, write the page again",
                "  scripts/gallery --resume --also results/gallery/20260131T021011Z   a page of two batches",
                "  scripts/gallery --resume --json"})
public final class GalleryCommand extends UnattendedCommand {
    private static final String PAGE = "--page";
    private static final String ALSO = "--also";

    @Option(names = "--period", paramLabel = "TIME", split = ",", order = 1,
            description = "Sampling periods, each benchmark at each (default: 1ms). Not with --emulate, which "
                    + "takes --instructions.")
    private List<String> periods;

    @Option(names = ALSO, paramLabel = "DIR", order = 3,
            description = "Include the runs of this batch, for example an emulated one. Repeatable.")
    private List<Path> also = new ArrayList<>();

    @Option(names = PAGE, paramLabel = "FILE", order = 3,
            description = "The page (default: gallery.html in the batch's folder).")
    private Path page;

    @Override
    String place() {
        return "gallery";
    }

    @Override
    boolean hasPeriods() {
        return periods != null;
    }

    @Override
    List<String> periods() {
        return periods == null ? List.of("1ms") : periods;
    }

    @Override
    UnattendedCommand fresh() {
        return new GalleryCommand();
    }

    @Override
    Set<String> anew() {
        return Set.of(ALSO, PAGE);
    }

    @Override
    public Integer call() throws Exception {
        List<BatchFolder> others = also.stream().map(BatchFolder::open).toList();
        UnattendedBatch.Finished batch = night();
        GalleryRuns.WrittenGallery written = GalleryRuns.write(batch, others, page);
        if (json()) {
            out().println(PrintedJson.text(OutputFormat.GALLERY, written.gallery()));
        } else {
            GalleryText.print(written.gallery(), out());
            out().println("page: " + written.page());
        }
        return batch.summary().exitCode().code();
    }
}
