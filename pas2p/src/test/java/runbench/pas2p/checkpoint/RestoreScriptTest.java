package runbench.pas2p.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.pas2p.checkpoint.CheckpointSignature.ThreadPlacement;
import runbench.pas2p.checkpoint.ProcessCopy.OpenFiles;
import runbench.pas2p.checkpoint.RestoreObstacles.ProcessHost;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.PlannedSignature;
import runbench.pas2p.signature.Signature;

/** The data that is kept of processes in addition to their images, and the restoration of it. */
@Tag("beside")
@Tag("scenario")
class RestoreScriptTest {
    @TempDir
    Path directory;

    private CheckpointSignature signature(List<CheckpointSignature.Copied> copied,
            List<CheckpointSignature.Needed> needed) throws IOException {
        Signature planned = PlannedSignature.of(
                new Signature.Program(List.of("app"), "", "/app", null, List.of(), List.of(), null), "",
                List.of(new long[]{1, 1}, new long[]{3, 3}));
        CheckpointSignature.Checkpoint one = new CheckpointSignature.Checkpoint("phase-1",
                PhaseWindow.of(planned, 1, 0).get(0), 1, 100, 10, copied, List.of("/tmp/ompi.vm.0/pid.7/0"), 0.1,
                List.of(new ThreadPlacement(7, "0-1"), new ThreadPlacement(8, "1")), List.of());
        return new CheckpointSignature(CheckpointSignature.FORMAT, CheckpointSignature.VERSION, "ab", planned,
                List.of("mpirun", "app"), "", ProcessHost.current(), "4.2.1", "/tmp/runbench-checkpoint-1",
                List.of("10.0.0.5"), List.of(directory.toString()), needed, List.of(one),
                new MeasuredSignature.Same(true, true, true, true, true), false, List.of(), 1, List.of());
    }

    private static List<CheckpointSignature.Copied> copied(String... paths) {
        return List.of(paths).stream().map(p -> new CheckpointSignature.Copied(p, 1)).toList();
    }

    @Test
    void filesOfTheMpiAreRestoredAndUserFilesAreCovered() throws IOException {
        CheckpointSignature s = signature(copied("/dev/shm/segment.0", "/tmp/ompi.vm.0/pid.7/hwloc.sm",
                "/tmp/runbench-checkpoint-1/rank-00000.cuts", "/home/it's/log.lammps"), List.of());
        String text = RestoreScript.text(s, s.checkpoints().get(0), Path.of("/ck/files"), Path.of("/out/files"),
                Path.of("/out"), List.of("criu", "restore"));
        assertThat(text.lines()).containsExactly("#!/bin/sh", "set -e", "ip link set lo up",
                "ip address add '10.0.0.5' dev lo",
                "mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 none /dev/pts && mount --bind /dev/pts/ptmx "
                        + "/dev/ptmx",
                "mount -t tmpfs -o mode=1777 none '/dev/shm'", "mount -t tmpfs -o mode=1777 none '/tmp/ompi.vm.0'",
                "mkdir -p '/dev/shm'", "mkdir -p '/tmp/ompi.vm.0/pid.7'", "mkdir -p '/tmp/ompi.vm.0/pid.7/0'",
                "cp -a --sparse=always '/ck/files/dev/shm/segment.0' '/dev/shm/segment.0'",
                "cp -a --sparse=always '/ck/files/tmp/ompi.vm.0/pid.7/hwloc.sm' '/tmp/ompi.vm.0/pid.7/hwloc.sm'",
                "mount --bind '/out/files/home/it'\\''s/log.lammps' '/home/it'\\''s/log.lammps'",
                "mount --bind '/out' '/tmp/runbench-checkpoint-1'", "'criu' 'restore' || exit $?");
        assertThat(RestoreScript.covered(s.checkpoints().get(0), Path.of(s.folder())))
                .containsExactly(Path.of("/home/it's/log.lammps"));
        assertThat(RestoreScript.stages(s.checkpoints().get(0), true, Path.of("/n"), Path.of("/p")))
                .contains("taskset -cp 0-1 7 ")
                .contains("taskset -cp 1 8 ")
                .contains("post-resume) mv '/n' '/p' ;;");
        assertThat(RestoreScript.stages(s.checkpoints().get(0), false, Path.of("/n"), Path.of("/p")))
                .doesNotContain("taskset");
    }

    @Test
    void writtenFilesAreDistinguishedFromReadFiles() throws IOException {
        Path read = Files.writeString(directory.resolve("read"), "r");
        Path written = Files.writeString(directory.resolve("written"), "w");
        TreeMap<Path, Boolean> seen = new TreeMap<>();
        OpenFiles.mapped("7f0000000000-7f0000001000 r-xp 00000000 08:01 12 " + read, seen);
        OpenFiles.mapped("7f0000001000-7f0000002000 rw-p 00000000 08:01 12 " + read, seen);
        OpenFiles.mapped("7f0000002000-7f0000003000 rw-s 00000000 08:01 13                         " + written, seen);
        OpenFiles.mapped("7f0000003000-7f0000004000 r--s 00000000 08:01 13 " + written, seen);
        OpenFiles.mapped("7f0000004000-7f0000005000 rw-s 00000000 00:01 14 /dev/shm/gone (deleted)", seen);
        OpenFiles.mapped("7ffd00000000-7ffd00001000 rw-p 00000000 00:00 0 [stack]", seen);
        assertThat(seen).containsExactly(Map.entry(read, false), Map.entry(written, true));
        try (FileChannel in = FileChannel.open(read);
                FileChannel out = FileChannel.open(written, StandardOpenOption.WRITE)) {
            OpenFiles own = OpenFiles.of(List.of(ProcessHandle.current().pid()));
            assertThat(in.isOpen() && out.isOpen()).isTrue();
            assertThat(own.written()).contains(written).doesNotContain(read);
            assertThat(own.read()).contains(read);
            assertThat(own.folders()).contains(Path.of("").toAbsolutePath());
        }
    }

    @Test
    void changedRequirementIsNamed() throws IOException {
        Path same = Files.writeString(directory.resolve("same"), "1");
        Path other = Files.writeString(directory.resolve("other"), "2");
        CheckpointSignature s = signature(copied("/nowhere/log"),
                List.of(new CheckpointSignature.Needed(same.toString(), 1, Digests.of(same)),
                        new CheckpointSignature.Needed(other.toString(), 1, Digests.of(same)),
                        new CheckpointSignature.Needed("/gone/lib.so", 1, "ab")));
        Files.write(Files.createDirectories(directory.resolve("phase-1/images")).resolve("pages-1.img"), new byte[40]);
        assertThat(RestoreObstacles.of(s, directory)).containsExactly(
                "of the images in " + directory.resolve("phase-1/images") + " there are 40 bytes, not 100",
                "the file " + other + " has changed (its SHA-256 differs)", "the file /gone/lib.so is missing",
                "the folder /nowhere that they write log into is missing");
        assertThat(ProcessHost.lacking(List.of("avx2", "avx512f", "sse2"), List.of("sse2", "avx2")))
                .containsExactly("avx512f");
        assertThat(ProcessHost.features(List.of("processor\t: 0", "flags\t\t: sse2 avx2", "processor\t: 1")))
                .containsExactly("avx2", "sse2");
    }

    @Test
    void descriptionIsReadBackAndOtherFilesAreRejected() throws IOException {
        CheckpointSignature s = signature(copied("/dev/shm/segment.0"), List.of());
        CheckpointFiles.write(s, directory);
        assertThat(CheckpointFiles.isOne(directory)).isTrue();
        assertThat(CheckpointFiles.json(CheckpointFiles.read(directory))).isEqualTo(CheckpointFiles.json(s));
        Files.writeString(directory.resolve(CheckpointSignature.FILE), "{\"format\": \"runbench signature\"}");
        assertThatThrownBy(() -> CheckpointFiles.read(directory)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("its format is \"runbench signature\"");
    }
}
