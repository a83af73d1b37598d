#!/usr/bin/env bash
# Compares the counts of programs with known references and misses under emulation with arithmetic; prints one summary line.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=build
kernels=$build/emulate
passed=0 failed=0 skipped=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

finish() { printf 'emulate: %d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"; exit $((failed > 0)); }
skip() { printf 'emulate: skipped: %s\n' "$1"; skipped=$((skipped + 1)); }
check() { # NAME 1|0
    if [ "$2" -eq 1 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'emulate: FAILED: %s\n' "$1"; fi
}

# Instruction lengths of real code, compared with the disassembler's. (It joins fwait with the next instruction.)
if command -v objdump > /dev/null; then
    lengths=$(objdump -d -w --insn-width=16 "$BASH" 2>/dev/null | awk -F'\t' 'NF == 3 && $2 !~ /^9b/ { print $2 }' | head -n 100000 \
        | "$build/test/references_test" lengths)
    if [[ $(uname -m) == x86_64 ]]; then check "$lengths" $(($([[ $lengths == *" 0 of another length" ]] && echo 1 || echo 0))); fi
else
    skip "lengths of instructions: objdump is missing: apt-get install binutils"
fi

qemu=$(command -v "qemu-$(uname -m)") || { skip "qemu-$(uname -m) is missing: apt-get install qemu-user"; finish; }
"$qemu" -help | grep -q -e -plugin || { skip "$qemu takes no plugins: docs/how-to/no-pmu.md"; finish; }

# The helper's control pipe, which stays open until the end of this script.
mkfifo "$scratch/control"
exec 9<> "$scratch/control"

emulate() { # [libraries=FOLDER] emulate [OPTIONS] -- CMD: sets $said to the helper's last line
    said=$(env -i PATH="$PATH" ${libraries:+QEMU_LD_PREFIX="$libraries"} "$build/bin/runbench-emulator" --qemu "$qemu" --plugin "$build/lib/libruncount.so" \
        --l1d 32768,8,64 --output "$scratch/rec" --stdout "$scratch/out" --stderr "$scratch/err" "$@" <&9 | tail -n 1)
}
total() { sed -n "s/.*\"name\":\"$1\",\"value\":\([0-9]*\).*/\1/p" <<< "$said"; } # of an event
field() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" <<< "$said"; }

# NAME COUNTED EXPECTED: within 1 % and 2000 (the start of a program makes a few hundred misses)
near() {
    local counted=${2:--1} difference
    difference=$((counted > $3 ? counted - $3 : $3 - counted))
    check "$1: $counted instead of $3" $((difference <= $3 / 100 + 2000))
}

# References of an empty program: its start and end.
emulate -- $kernels/stride 64 64 0
start_loads=$(total loads) start_stores=$(total stores)

lines=$((256 * 1024 * 1024 / 64))
emulate -- $kernels/stride $((256 * 1024 * 1024)) 64 1
near "BBMA loads" $(($(total loads) - start_loads)) $lines
near "BBMA read misses" "$(total L1D_READ_MISS)" $lines
near "BBMA write misses" "$(total L1D_WRITE_MISS)" 0
emulate -- $kernels/stride $((256 * 1024 * 1024)) 64 1 w
near "BBMA stores" $(($(total stores) - start_stores)) $lines
near "BBMA write misses when writing" "$(total L1D_WRITE_MISS)" $lines
near "BBMA read misses when writing" "$(total L1D_READ_MISS)" 0
emulate -- $kernels/stride 16384 64 16384
near "nBBMA loads" $(($(total loads) - start_loads)) $lines
near "nBBMA read misses" "$(total L1D_READ_MISS)" 256
emulate -- $kernels/stride row 1024
near "row walk loads" $(($(total loads) - start_loads)) $((1024 * 1024))
near "row walk misses" "$(total L1D_READ_MISS)" $((1024 * 1024 / 8))
emulate -- $kernels/stride column 1024
near "column walk misses" "$(total L1D_READ_MISS)" $((1024 * 1024))
emulate --l1d none -- $kernels/stride column 1024
check "without a cache, misses are not counted" $(($([[ $said == *'"L1D_READ_MISS","value":null'* ]] && echo 1 || echo 0)))
near "loads without a cache" $(($(total loads) - start_loads)) $((1024 * 1024))

# The optional models.
models=(--model l1i=32768,8,64 --model l2=1048576,16,64 --model tlb=64,4:64,8:1536,12 --model branch)
check "models that were not requested are not recorded" $(($([[ $said != *L2_MISS* ]] && echo 1 || echo 0)))
emulate "${models[@]}" -- $kernels/stride 64 64 0
start_branches=$(total branch-instructions)
emulate "${models[@]}" -- $kernels/stride 262144 64 16
near "references to the L2 of 16 walks through 256 KiB" "$(total L2_ALL_REF)" $((16 * 4096 + 3000))
near "misses of the L2, which holds them" "$(total L2_MISS)" $((4096 + 3000))
near "branches" $(($(total branch-instructions) - start_branches)) $((16 * 4096))
near "mispredicted ones" "$(total branch-misses)" 3000
emulate "${models[@]}" -- $kernels/stride $((1 << 23)) 4096 32
near "page walks of 32 walks through 2048 pages" "$(total dTLB-load-misses)" $((32 * 2048))
near "page walks of stores" "$(total dTLB-store-misses)" 0
emulate "${models[@]}" -- $kernels/stride $((1 << 22)) 4096 64
near "misses of the first TLB, with 1024 pages" "$(total L1_DTLB_MISS)" $((64 * 1024))
near "page walks, which the second TLB saves" "$(total dTLB-load-misses)" 1024
# QEMU 9 and later place libraries where their own threads leave room, so addresses and misses of the loader may differ.
emulate "${models[@]}" -- $kernels/static-stride $((1 << 22)) 4096 64
once=${said#*totals}
emulate "${models[@]}" -- $kernels/static-stride $((1 << 22)) 4096 64
check "two runs count the same with models" $(($([[ ${said#*totals} == "$once" ]] && echo 1 || echo 0)))
emulate --l1d none --model l2=1048576,16,64
check "an L2 without L1 caches is rejected: $said" $(($([[ $said == *'"kind":"usage"'* ]] && echo 1 || echo 0)))

# Repeated string instructions: one instruction, and one reference per line that they read or write.
if [[ $(uname -m) == x86_64 ]]; then
    lines=$((100 * 65536 / 64))
    for one in "stosb 0 1" "stosq 0 1" "movsb 1 1" "movsq 1 1" "scasb 1 0" "cmpsb 2 0"; do
        read -r what reads writes <<< "$one"
        emulate -- $kernels/string "$what" 65536 0
        instructions=$(total instructions) loads=$(total loads) stores=$(total stores)
        emulate -- $kernels/string "$what" 65536 100
        near "loads of rep $what" $(($(total loads) - loads)) $((reads * lines))
        near "stores of rep $what" $(($(total stores) - stores)) $((writes * lines))
        check "instructions of 100 times rep $what: $(($(total instructions) - instructions))" \
            $(($(total instructions) - instructions < 100 * 60))
        check "rounds of 100 times rep $what: $(field string_rounds)" $(($(field string_rounds) >= 100 * 8191))
        emulate --check -- $kernels/string "$what" 4096 10
        check "rep $what: $(head -n 1 "$scratch/err")" $(($([[ $(< "$scratch/err") != *runbench:* ]] && echo 1 || echo 0)))
    done
    emulate -- $kernels/string stosb 524288 4
    near "write misses of rep stosb over 512 KiB" "$(total L1D_WRITE_MISS)" $((4 * 524288 / 64))
fi

emulate -- $kernels/stride row 300
once=${said#*totals}
emulate -- $kernels/stride row 300
check "two runs count the same" $(($([[ ${said#*totals} == "$once" ]] && echo 1 || echo 0)))

# Basic-block vectors: their sum is the number of instructions, a loop's block is executed once per iteration (the first one
# belongs to a longer block), and two runs write the same vectors.
vectors() { # CMD: sets $vectors to one line per task
    rm -rf "$scratch/bbv"
    emulate --bbv "$scratch/bbv" "$@"
    vectors=$("$build/test/bbv_dump" "$scratch/bbv" $(sed -n 's/^\([0-9]*\) .*/\1/p' "$scratch/bbv/tasks.txt"))
}
sums() { awk '$6 != $8 { wrong = 1 } { sum += $6 } END { print wrong ? -1 : sum }' <<< "$vectors"; }
most() { awk '$4 > 9 { print $10 }' <<< "$vectors" | sort -u; } # of the tasks with a loop; the others have few intervals
for how in threads forks exec; do
    vectors -- $kernels/family $how 3 1000000
    check "vectors of 3 $how add up: $vectors" $(($(sums) == $(total instructions)))
    check "a loop's block in 3 $how: $(most)" $(($([[ $(most) == 999999 ]] && echo 1 || echo 0)))
done
vectors -- $kernels/static-stride row 300
before=$(cat "$scratch"/bbv/*.intervals "$scratch"/bbv/*.blocks | cksum)
vectors -- $kernels/static-stride row 300
check "two runs write the same vectors" $(($([[ $(cat "$scratch"/bbv/*.intervals "$scratch"/bbv/*.blocks | cksum) == "$before" ]] && echo 1 || echo 0)))
vectors --bbv-instructions 1000000 -- /bin/sh -c 'i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; kill -9 $$'
check "of a killed program all but the interval under way: $vectors" $(($(sums) > 0 && $(total instructions) - $(sums) < 1100000))
if [[ $(uname -m) == x86_64 ]]; then
    vectors -- $kernels/string stosb 65536 100
    check "vectors of string instructions add up: $vectors" $(($(sums) == $(total instructions)))
fi

# Counting by block and one by one gives the same result, and blocks have as many instructions as are executed.
seq 20000 > "$scratch/numbers"
for program in "/bin/sh -c :" "sort -R --random-source=$scratch/numbers $scratch/numbers" "$kernels/stride column 300" \
    "$kernels/family forks 3 100000" "perl -e print+join+9,1..9999" "perl -e map{\$x+=sqrt(\$_)/3}1..5000;print\$x" "bzip2 -kc $scratch/numbers"; do
    read -ra words <<< "$program"
    words[0]=$(command -v "${words[0]}") || { skip "${program%% *} is missing"; continue; }
    [[ ${words[0]} == /* ]] || words[0]=$PWD/${words[0]}
    emulate --l1d none -- env PERL_HASH_SEED=0 "${words[@]}"
    fast=${said#*modifies}
    emulate --l1d none --check -- env PERL_HASH_SEED=0 "${words[@]}"
    check "$program, with blocks: $fast; one by one: ${said#*modifies}" $(($([[ ${said#*modifies} == "$fast" ]] && echo 1 || echo 0)))
    check "$program: $(head -n 1 "$scratch/err")" $(($([[ $(< "$scratch/err") != *runbench:* ]] && echo 1 || echo 0)))
done
emulate --check --period 10000 -- $kernels/family threads 8 300000
check "8 threads one by one: $(head -n 1 "$scratch/err")" $(($([[ $(field tasks) == 9 && $(< "$scratch/err") != *runbench:* ]] && echo 1 || echo 0)))

emulate --period 10000 -- $kernels/family threads 8 1000000
near "loads of 8 threads" "$(total loads)" 8000000
check "8 threads and the first: $(field tasks) tasks" $(($(field tasks) == 9))
emulate --period 10000 -- $kernels/family forks 50 100000
near "loads of 50 children" "$(total loads)" 5000000
check "50 children and the first: $(field tasks) tasks" $(($(field tasks) == 51))
emulate "${models[@]}" -- $kernels/family threads 8 100000
check "8 threads with models: $(field tasks) tasks, $(total L2_MISS) misses" $(($(field tasks) == 9 && $(total L2_MISS) > 1000))
emulate --period 10000 -- $kernels/family exec 20 500000
near "loads of 20 programs" $(($(total loads) - 21 * start_loads)) 10000000
check "20 programs, the same tasks as before exec: $(field tasks) tasks" $(($(field tasks) == 21))
check "none of them ran natively" $(($(field native_programs) == 0))
# For the kernel these names denote the emulator.
for how in self parent handle; do
    emulate -- $kernels/family $how 5 500000
    near "loads of 5 programs by $how" $(($(total loads) - 6 * start_loads)) 2500000
    check "5 programs by $how: $(field native_programs) ran natively, $(field tasks) tasks" $(($(field native_programs) == 0 && $(field tasks) == 6))
done
cp $kernels/stride "$scratch/setuid" && chmod u+s "$scratch/setuid"
emulate -- /bin/sh -c "$scratch/setuid 64 64 0; exit 0"
check "a set-user-id program is named: $(field native_programs)" $(($(field native_programs) == 1))
printf '#!/bin/sh\nexec %s read 1000000\n' "$PWD/$kernels/family" > "$scratch/script"
chmod +x "$scratch/script"
emulate -- $kernels/family script "$scratch/script" 3
check "programs started by a script are counted: $(total loads) loads" $(($(total loads) > 3000000))
printf 'not a program' > "$scratch/data"
chmod +x "$scratch/data"
emulate -- "$scratch/data"
check "a file that is no program is refused: $said" $(($([[ $said == *'"event":"error","kind":"benchmark"'* ]] && echo 1 || echo 0)))
emulate --chdir / -- /bin/sh -c 'kill -9 $$'
check "the program's signal comes back: $(field signal)" $(($(field signal) == 9))
emulate -- /bin/sh -c 'exit 7'
check "the program's exit status comes back: $(field exit_status)" $(($(field exit_status) == 7))

if [[ $(uname -m) == x86_64 ]]; then
    emulate -- $kernels/string avx512 64 1
    check "an instruction that the emulator lacks: $said" $(($([[ $said == *'AVX-512, which '*' does not emulate'* ]] && echo 1 || echo 0)))
    emulate -- /bin/sh -c "$PWD/$kernels/string avx512 64 1; exit \$?"
    check "one in a program that a shell starts: $said" $(($([[ $said == *'AVX-512, which '*' does not emulate'* ]] && echo 1 || echo 0)))
    emulate -- $kernels/string movsb 64 1
    check "a program without AVX-512: $said" $(($([[ $said != *AVX-512* ]] && echo 1 || echo 0)))
fi

# A program for another processor, linked statically, because its shared libraries are not installed here.
arm=$(command -v qemu-aarch64) && arm_cc=$(command -v aarch64-linux-gnu-gcc) || { skip "programs for aarch64: apt-get install qemu-user gcc-aarch64-linux-gnu"; finish; }
qemu=$arm
for kernel in stride family; do
    "$arm_cc" -O2 -static -pthread -o "$scratch/$kernel" "emulate/test/$kernel.c" 2> "$scratch/err" \
        || { skip "programs for aarch64: $(head -n 1 "$scratch/err"): apt-get install libc6-dev-arm64-cross"; finish; }
done
emulate -- "$scratch/stride" 64 64 0
start_loads=$(total loads) start_stores=$(total stores)
emulate -- "$scratch/stride" $((1 << 24)) 64 4
near "BBMA loads on aarch64" $(($(total loads) - start_loads)) $((1 << 20))
near "BBMA read misses on aarch64" "$(total L1D_READ_MISS)" $((1 << 20))
emulate -- "$scratch/stride" $((1 << 24)) 64 4 w
near "BBMA stores on aarch64" $(($(total stores) - start_stores)) $((1 << 20))
near "BBMA write misses on aarch64" "$(total L1D_WRITE_MISS)" $((1 << 20))
emulate -- "$scratch/stride" column 1024
once=${said#*modifies}
near "column walk loads on aarch64" $(($(total loads) - start_loads)) $((1024 * 1024))
near "column walk misses on aarch64" "$(total L1D_READ_MISS)" $((1024 * 1024))
emulate --check -- "$scratch/stride" column 1024
check "one by one on aarch64: ${said#*modifies}" $(($([[ ${said#*modifies} == "$once" ]] && echo 1 || echo 0)))
emulate -- "$scratch/family" exec 5 500000
near "loads of 5 programs on aarch64" $(($(total loads) - 6 * start_loads)) 2500000
check "none of them ran natively" $(($(field native_programs) == 0))
"$arm_cc" -O2 -o "$scratch/dynamic" emulate/test/stride.c
libraries=/usr/aarch64-linux-gnu emulate -- "$scratch/dynamic" $((1 << 24)) 64 4
near "read misses of a program with shared libraries on aarch64" "$(total L1D_READ_MISS)" $((1 << 20))
finish
