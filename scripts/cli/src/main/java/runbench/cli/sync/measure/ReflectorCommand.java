package runbench.cli.sync.measure;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import runbench.sync.session.LocalReflector;

/** {@code runbench sync reflector}: answers probes on a node. */
@Command(name = "reflector", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Answers clock probes on this node until interrupted.",
                "Starts native/build/bin/runbench-reflector, which needs no Java: nodes need only a copy of it."},
        footerHeading = "%nExample:%n", footer = {"  runbench sync reflector --listen :7911"})
public final class ReflectorCommand implements Callable<Integer> {
    @Option(names = "--listen", paramLabel = "HOST:PORT", defaultValue = ":7911",
            description = "Address to listen on; default: ${DEFAULT-VALUE}.")
    private String listen;

    @Option(names = "--clock", paramLabel = "SPEC", defaultValue = "realtime",
            description = "realtime (default), monotonic, raw, tsc, tscp, gettimeofday, hpet or"
                    + " virtual(BASE,offset=NS,ppm=P,epoch=NS,table=FILE).")
    private String clock;

    @Option(names = "--realtime", description = "Run under SCHED_FIFO if permitted.")
    private boolean realtime;

    @Option(names = "--rehearse", paramLabel = "FAULTS",
            description = "Inject faults: loss=0.1,duplicate=0.05,stale=0.02,reorder=0.02,corrupt=0.01,seed=7.")
    private String rehearse;

    @Option(names = "--key", paramLabel = "FILE",
            description = "Answer only packets that are authenticated with the key in this file.")
    private String key;

    @Override
    public Integer call() throws Exception {
        return new LocalReflector(listen, clock, realtime, rehearse, key).run();
    }
}
