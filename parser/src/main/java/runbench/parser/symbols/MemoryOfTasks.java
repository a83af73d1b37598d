package runbench.parser.symbols;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Cursor;
import runbench.parser.record.Flag;
import runbench.parser.record.Kind;

/** Follows what the processes of a recording have mapped, record by record in the order of the file. */
final class MemoryOfTasks {
    private final Map<Integer, ProcessMemory> byTask = new HashMap<>();
    private final Map<Integer, ProcessMemory> byPid = new HashMap<>();
    private final Map<Integer, Integer> indexOfFile = new HashMap<>();
    private final List<MappedFile> files = new ArrayList<>();
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
    }

    private void named(Cursor r) {
        ProcessMemory memory = of(r);
        boolean exec = (r.flags() & Flag.EXEC) != 0;
        if (exec) {
            memory.clear();
        }
        if (exec || r.tid() == memory.pid) {
            memory.name = r.name();
        }
    }

    /** A part of a name or build id; parts of one follow one another, the name first. */
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

    List<MappedFile> files() {
        return files;
    }

    /** Names of processes by id, as they were called last. */
    Map<Integer, String> names() {
        Map<Integer, String> names = new HashMap<>();
        byPid.forEach((pid, memory) -> names.put(pid, memory.name));
        return names;
    }
}
