package runbench.sampler.run;

import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.microarchitecture.ProcessorId;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSum;
import runbench.sampler.events.NotCounted;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the recording's metadata under "run": the caller's facts, and facts about the events that the helper lacks.
 */
final class RunNotes {
    private static final String CACHE_LINE = "/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size";

    private RunNotes() {
    }

    static Map<String, Object> of(SamplingRequest request) {
        EventSelection events = request.events();
        Map<String, Object> notes = new LinkedHashMap<>(request.meta());
        notes.put("events_asked", events.asked());
        List<Object> notCounted = new ArrayList<>();
        for (NotCounted n : events.notCounted()) {
            notCounted.add(ordered("name", n.name(), "reason", n.reason(), "remedy", n.remedy()));
        }
        notes.put("not_counted", notCounted);
        List<Object> sums = new ArrayList<>();
        for (EventSum s : events.sums()) {
            sums.add(ordered("name", s.name(), "unit", s.unit(), "meaning", s.meaning(), "of", s.of()));
        }
        notes.put("sums", sums);
        Map<String, Object> descriptions = new LinkedHashMap<>();
        for (Event e : events.events()) {
            descriptions.put(e.name(), e.description());
        }
        notes.put("descriptions", descriptions);
        notes.put("remarks", events.remarks());
        Machine machine = Machine.read(SystemFiles.THIS_MACHINE);
        ProcessorId processor = machine.processor();
        notes.put("processor",
                ordered("vendor", processor.vendor(), "family", processor.family(), "model", processor.model(),
                        "hybrid", processor.hybrid(), "name", machine.cpu().name(), "table",
                        Microarchitectures.idOf(processor)));
        SystemFiles.THIS_MACHINE.number(CACHE_LINE).ifPresent(bytes -> notes.put("cache_line_bytes", bytes));
        return notes;
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
