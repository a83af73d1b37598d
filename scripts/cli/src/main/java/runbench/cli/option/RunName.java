package runbench.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.measure.results.ResultList;

/** A run as typed: a path, NAME for the latest run of this name, NAME@2 for the one before, or last. */
public final class RunName implements ITypeConverter<Path> {
    /** The forms of a run's name, for descriptions of parameters. */
    public static final String FORMS = "a folder, NAME (its latest run), NAME@2 (the one before it) or last";

    /** The forms of the name of a live log, for descriptions of parameters. */
    public static final String LOG_FORMS = "its folder, log (the latest one), log@2 (the one before it) or last";

    /**
     * Returns the paths of runs as typed. Parameters that may be left out are converted after parsing: picocli reports
     * an error in one of them as an unexpected argument.
     */
    public static List<Path> paths(List<String> texts) {
        return texts.stream().map(new RunName()::convert).toList();
    }

    @Override
    public Path convert(String text) {
        try {
            return ResultList.path(text, ResultFolders.root());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
