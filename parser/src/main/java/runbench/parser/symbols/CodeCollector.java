package runbench.parser.symbols;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import runbench.parser.record.Cursor;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Metadata.PointerStatus;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;
import runbench.parser.series.SeriesReport;
import runbench.parser.symbols.SampledCode.CodePlace;
import runbench.parser.symbols.SampledCode.Instants;
import runbench.parser.symbols.StackProfile.SampledTask;
import runbench.parser.symbols.SampledCode.MappedFile;

/** Collects the instruction pointers of a recording; see {@link SampledCode}. */
final class CodeCollector implements SeriesCollector<SampledCode> {
    private final PointerStatus status;
    private final long startWall;
    private final long nominal;
    private final MemoryOfTasks memory = new MemoryOfTasks();
    private final Map<CodePlace, Integer> numbers = new HashMap<>();
    private final List<CodePlace> places = new ArrayList<>();
    /** Running time of each series at its last sample, ns. */
    private final Map<Series, Long> run = new HashMap<>();
    private final boolean withInstants;
    private final boolean userOnly;
    private final int leadingGroup;
    private final Instants instants = new Instants();
    private final Instants gaps = new Instants();
    private int[] placeOf = new int[1024];
    private long[] unsampled = new long[16];
    private long runOfAll;
    /** Null: the recording contains no call stacks. */
    private final StackCollector stacks;
    private int[] innermostOf = new int[1024];
    private int[] taskOf = new int[1024];
    private final List<Unresolved> unresolved = new ArrayList<>();

    /** A sample whose frames follow later in the file: records of several CPUs are not in the order of writing. */
    private record Unresolved(int sample, ProcessMemory memory, int frame, int place) {}

    private record Series(int task, int cpu, int group) {
        // Methods that a record derives are linked at run time, which takes milliseconds in each run.
        @Override
        public boolean equals(Object o) {
            return o instanceof Series other && task == other.task && cpu == other.cpu && group == other.group;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * task + cpu) + group;
        }
    }

    /**
     * Creates a collector.
     *
     * @param periods periods of the recording
     * @param withInstants whether the time of each sample is collected too
     */
    CodeCollector(Periods periods, boolean withInstants) {
        this.withInstants = withInstants;
        status = periods.recording().metadata().instructionPointers();
        startWall = periods.startWallNanos();
        nominal = periods.nominalNanos();
        leadingGroup = periods.leadingGroup();
        stacks = periods.recording()
                .metadata()
                .callGraph()
                .filter(g -> g.value() >= 0 && g.value() < periods.recording().valueCount())
                .map(g -> new StackCollector(g, this::number))
                .orElse(null);
        userOnly = periods.recording().metadata().scope().is(CountScope.USER);
    }

    @Override
    public PeriodVisitor periods() {
        return null;
    }

    @Override
    public RecordVisitor records() {
        return status == PointerStatus.RECORDED ? this::record : null;
    }

    private void record(Cursor r) {
        if (r.kind() == Kind.SAMPLE) {
            sample(r, advance(r));
        } else if (r.kind() == Kind.CLOSE) {
            advance(r);
        } else if (r.kind() == Kind.FRAMES) {
            if (stacks != null) {
                stacks.frames(r);
            }
        } else {
            memory.record(r);
        }
    }

    /** Returns the running time since the previous record of the same series, ns. */
    private long advance(Cursor r) {
        Long before = run.put(new Series(r.task(), r.cpu(), r.group()), r.runNanos());
        long step = Math.max(0, r.runNanos() - (before == null ? 0 : before));
        runOfAll += r.group() == leadingGroup ? step : 0;
        return step;
    }

    private void sample(Cursor r, long step) {
        boolean kernel = (r.flags() & Flag.KERNEL) != 0;
        ProcessMemory process = kernel && stacks == null ? null : memory.of(r);
        int number = number(process, kernel, r.aux());
        int frame = stacks == null ? 0 : stacks.innermost(r);
        int node = frame == 0 ? CallStacks.NONE : stacks.node(process, frame, number);
        if (frame != 0 && node == CallStacks.NONE) {
            unresolved.add(new Unresolved(withInstants ? instants.count() : -1, process, frame, number));
        }
        if (!withInstants) {
            return;
        }
        if (instants.count() == placeOf.length) {
            placeOf = Arrays.copyOf(placeOf, 2 * placeOf.length);
            innermostOf = Arrays.copyOf(innermostOf, placeOf.length);
            taskOf = Arrays.copyOf(taskOf, placeOf.length);
        }
        placeOf[instants.count()] = number;
        innermostOf[instants.count()] = node;
        taskOf[instants.count()] = r.task();
        instants.add(r.wallNanos() - startWall, runOfAll);
        // The excess of a late sample's period over one period is time in code that may not be sampled.
        if (userOnly && (r.flags() & Flag.LATE) != 0 && step > nominal) {
            if (gaps.count() == unsampled.length) {
                unsampled = Arrays.copyOf(unsampled, 2 * unsampled.length);
            }
            unsampled[gaps.count()] = step - nominal;
            gaps.add(r.wallNanos() - startWall, runOfAll);
        }
    }

    /** Returns the index of the place of an address. */
    private int number(ProcessMemory process, boolean kernel, long address) {
        CodePlace place = place(process, kernel, address);
        Integer number = numbers.get(place);
        if (number == null) {
            number = places.size();
            numbers.put(place, number);
            places.add(place);
        }
        return number;
    }

    private CodePlace place(ProcessMemory of, boolean kernel, long address) {
        if (kernel) {
            return new CodePlace(CodePlace.Memory.KERNEL, -1, -1, address);
        }
        ProcessMemory.Mapping mapping = of.at(address);
        if (mapping == null || mapping.file() < 0) {
            return new CodePlace(CodePlace.Memory.UNKNOWN, -1, of.pid, address);
        }
        return memory.files().get(mapping.file()).isFile()
                ? new CodePlace(CodePlace.Memory.FILE, mapping.file(), -1, address - mapping.start() + mapping.offset())
                : new CodePlace(CodePlace.Memory.ANONYMOUS, mapping.file(), of.pid, address);
    }

    @Override
    public SampledCode result(SeriesReport report) {
        for (Unresolved u : unresolved) {
            int node = stacks.node(u.memory, u.frame, u.place);
            if (u.sample >= 0) {
                innermostOf[u.sample] = node;
            }
        }
        return new SampledCode(status, instants, Arrays.copyOf(placeOf, instants.count()),
                stacks == null ? null
                        : stacks.stacks(Arrays.copyOf(innermostOf, instants.count()), taskOf, memory.tasks()),
                gaps, unsampled, places, memory.files(), memory.names());
    }

    /** The mappings of the recorded processes, updated record by record in the order of the file. */
    private static final class MemoryOfTasks {
        private final Map<Integer, ProcessMemory> byTask = new HashMap<>();
        private final Map<Integer, ProcessMemory> byPid = new HashMap<>();
        private final Map<Integer, Integer> indexOfFile = new HashMap<>();
        private final List<MappedFile> files = new ArrayList<>();
        private final Map<Integer, SampledTask> tasks = new HashMap<>();
        private byte[] whole = new byte[0];

        void record(Cursor r) {
            switch (r.kind()) {
                case Kind.TASK -> started(r);
                case Kind.COMM -> named(r);
                case Kind.FILE -> file(r);
                case Kind.MAP -> of(r).map(r.mapStart(), Math.max(0, r.mapBytes()), r.mapOffset(),
                        indexOfFile.getOrDefault(r.mapFile(), -1));
                default -> {
                }
            }
        }

        private void started(Cursor r) {
            int pid = r.pid();
            ProcessMemory parent = byTask.get(r.parentTask());
            ProcessMemory memory;
            if (parent != null && pid != parent.pid) {
                memory = r.tid() == pid ? parent.forked(pid) : byPid.computeIfAbsent(pid, parent::forked);
            } else {
                memory = parent != null ? parent : byPid.computeIfAbsent(pid, p -> new ProcessMemory(p, ""));
            }
            byPid.put(pid, memory);
            byTask.put(r.task(), memory);
            tasks.put(r.task(), new SampledTask(pid, r.tid(), memory.name));
        }

        private void named(Cursor r) {
            ProcessMemory memory = of(r);
            boolean exec = (r.flags() & Flag.EXEC) != 0;
            tasks.put(r.task(), new SampledTask(memory.pid, r.tid(), r.name()));
            if (exec) {
                memory.clear();
            }
            if (exec || r.tid() == memory.pid) {
                memory.name = r.name();
            }
        }

        /** Reads a part of a name or build id. The parts of one mapping are consecutive; the name comes first. */
        private void file(Cursor r) {
            int bytes = r.fileBytes();
            if (bytes < 0 || bytes > 1 << 16) {
                return;
            }
            whole = whole.length == bytes ? whole : new byte[bytes];
            r.copyFilePart(whole);
            if (!r.lastFilePart()) {
                return;
            }
            if ((r.flags() & Flag.BUILD_ID) == 0) {
                indexOfFile.put(r.task(), files.size());
                files.add(new MappedFile(new String(whole, StandardCharsets.UTF_8), ""));
            } else if (indexOfFile.containsKey(r.task())) {
                files.set(indexOfFile.get(r.task()),
                        new MappedFile(files.get(indexOfFile.get(r.task())).path(), HexFormat.of().formatHex(whole)));
            }
        }

        ProcessMemory of(Cursor r) {
            return byTask.computeIfAbsent(r.task(), t -> new ProcessMemory(r.tid(), ""));
        }

        /** Returns the tasks by serial number, with their latest names. */
        Map<Integer, SampledTask> tasks() {
            return tasks;
        }

        List<MappedFile> files() {
            return files;
        }

        /** Returns the latest names of the processes, by process id. */
        Map<Integer, String> names() {
            Map<Integer, String> names = new HashMap<>();
            byPid.forEach((pid, memory) -> names.put(pid, memory.name));
            return names;
        }
    }

    /** The known executable mappings of a process. */
    static final class ProcessMemory {
        /**
         * A mapping.
         *
         * @param start first address
         * @param end address after the last one
         * @param offset offset of the first address in the file
         * @param file index of the file
         */
        record Mapping(long start, long end, long offset, int file) {}

        /** Mappings by first address. User-space addresses are never negative. The mappings do not overlap. */
        private final NavigableMap<Long, Mapping> mappings;
        /** Number of changes of the mappings. */
        private int version;
        final int pid;
        String name;

        ProcessMemory(int pid, String name) {
            this(pid, name, new TreeMap<>());
        }

        private ProcessMemory(int pid, String name, NavigableMap<Long, Mapping> mappings) {
            this.pid = pid;
            this.name = name;
            this.mappings = mappings;
        }

        /** Returns the memory of a process that this process started. */
        ProcessMemory forked(int child) {
            return new ProcessMemory(child, name, new TreeMap<>(mappings));
        }

        int version() {
            return version;
        }

        void clear() {
            version++;
            mappings.clear();
        }

        /**
         * Adds a mapping, which replaces older ones at the same addresses. Recordings do not contain unmapping events.
         */
        void map(long start, long bytes, long offset, int file) {
            version++;
            long end = start + bytes;
            for (Map.Entry<Long, Mapping> e = mappings.lowerEntry(end); e != null
                    && e.getValue().end > start; e = mappings.lowerEntry(end)) {
                Mapping old = mappings.remove(e.getKey());
                if (old.end > end) {
                    mappings.put(end, new Mapping(end, old.end, old.offset + end - old.start, old.file));
                }
                if (old.start < start) {
                    mappings.put(old.start, new Mapping(old.start, start, old.offset, old.file));
                }
            }
            mappings.put(start, new Mapping(start, end, offset, file));
        }

        /**
         * Returns the mapping of an address.
         *
         * @return null if it is unknown
         */
        Mapping at(long address) {
            Map.Entry<Long, Mapping> e = mappings.floorEntry(address);
            return e == null || e.getValue().end <= address ? null : e.getValue();
        }
    }
}
