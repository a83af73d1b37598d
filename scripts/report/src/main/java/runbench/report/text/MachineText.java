package runbench.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Units;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.MeasuredSignature.MeasuredHost;
import runbench.pas2p.trace.RankHeader.NodeMachine;

/** The machines of measurements in words: hardware and software (table 6.1 of the PAS2P thesis). */
final class MachineText {
    private static final int MAX_NAMED = 4;

    private MachineText() {
    }

    /** Returns a line for each kind of machine with its hosts; none for results that do not contain them. */
    static List<String> lines(Stream<MeasuredSignature> measured) {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        measured.filter(m -> m.machines() != null)
                .flatMap(m -> m.machines().stream())
                .filter(h -> h.machine() != null)
                .forEach(h -> {
                    List<String> same = hosts.computeIfAbsent(text(h), t -> new ArrayList<>());
                    if (!same.contains(h.host())) {
                        same.add(h.host());
                    }
                });
        return hosts.entrySet().stream().map(e -> names(e.getValue()) + ": " + e.getKey()).toList();
    }

    private static String names(List<String> hosts) {
        return hosts.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                + (hosts.size() > MAX_NAMED ? " and " + (hosts.size() - MAX_NAMED) + " more" : "");
    }

    private static String text(MeasuredHost host) {
        NodeMachine m = host.machine();
        return Stream
                .of(m.processor(), Units.counted(m.processors(), "processor"),
                        Units.bytes(m.memoryBytes()) + " of memory", m.kernel(), host.mpi())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
