package runbench.cli.pas2p;

import java.nio.file.Path;
import picocli.CommandLine.Option;
/** Options of commands that start an MPI program or its copies. */
final class ProgramOptions {
    private ProgramOptions() {
    }

    /** The option for the MPI implementation of a program. */
    static final class MpiOption {
        @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 5,
                description = "openmpi, mpich, or auto (from program and launcher; default).")
        private String name;

        /** Returns the typed name: openmpi, mpich or auto. */
        public String name() {
            return name;
        }
    }

    /** The option for CRIU, the program that copies processes. */
    static final class CriuOption {
        @Option(names = "--criu", paramLabel = "PATH", order = 7,
                description = "Path of CRIU, version 4 or newer. Default: $RUNBENCH_CRIU, or criu in PATH.")
        private Path path;

        /** Returns the path; null: not given. */
        public Path path() {
            return path;
        }
    }
}
