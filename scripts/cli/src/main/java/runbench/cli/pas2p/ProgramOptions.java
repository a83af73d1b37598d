package runbench.cli.pas2p;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.sampler.run.SamplingPeriod;
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

    /** A signature and the program that it was built from. */
    static final class SignedProgram {
        @Parameters(paramLabel = "SIG", index = "0",
                description = "The signature, from runbench pas2p signature build.")
        private Path file;

        @Parameters(paramLabel = "COMMAND", index = "1..*", arity = "1..*",
                description = "The command that starts the program, behind \"--\".")
        private List<String> command;

        @Option(names = "--force", order = 4,
                description = "Continue even if program, libraries, input or MPI differ from the traced ones; the "
                        + "result says so.")
        private boolean force;

        @Option(names = "--timeout", paramLabel = "TIME", order = 6,
                description = "End the program after this time; the data measured so far are kept.")
        private String timeout;

        @Mixin
        private MpiOption mpi;

        Path file() {
            return file;
        }

        List<String> command() {
            return command;
        }

        boolean force() {
            return force;
        }

        String mpi() {
            return mpi.name();
        }

        /** Returns the limit; null: none. */
        Duration timeout() {
            return timeout == null ? null : SamplingPeriod.duration("--timeout", timeout);
        }
    }
}
