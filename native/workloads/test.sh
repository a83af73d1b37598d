#!/bin/sh
# Tests of the workloads: equal output of two small runs, and rejection of wrong arguments. The kernels verify their own results.
cd "$(dirname "$0")/../build/workloads" || exit 1
passed=0 failed=0
input=$(mktemp)
trap 'rm -f "$input"' EXIT

check() { # what, expected status, command...
	what=$1 wanted=$2
	shift 2
	"$@" >/dev/null 2>&1
	status=$?
	if [ "$status" -eq "$wanted" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "workloads: $what: exit status $status instead of $wanted: $*" >&2
	fi
}

same_twice() {
	if [ "$("$@" 2>&1)" = "$("$@" 2>&1)" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "workloads: two runs differ: $*" >&2
	fi
}

# Two units from node 1 to node 4: one uses the cheap path (cost 3), one the expensive path (cost 20).
printf 'p min 4 4\nn 1 2\nn 4 -2\na 1 2 0 1 1\na 2 4 0 5 2\na 1 3 0 5 10\na 3 4 0 5 10\n' >"$input"
[ "$(./mcf "$input" | tail -n 1)" = "optimal cost 23" ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "workloads: mcf: wrong optimum" >&2; }

same_twice ./lbm 5 16 16 16
same_twice ./adm 20 12
same_twice ./astar 64 3 2
same_twice ./specrand 1 3 real
check "lbm refuses words" 2 ./lbm many
check "adm refuses a tiny grid" 2 ./adm 1 2
check "astar refuses no paths" 2 ./astar 64 0
check "specrand refuses seed 0" 2 ./specrand 0 3
check "mcf refuses a missing file" 2 ./mcf /nonexistent
check "shor refuses a common factor" 2 ./shor 15 5
# The simulation of a quantum computer needs libquantum, which the build does not.
if ./shor --version >/dev/null 2>&1; then
	[ "$(OMP_NUM_THREADS=1 ./shor 15 7 1 | tail -n 1)" = "15 = 5 * 3" ] && passed=$((passed + 1)) ||
		{ failed=$((failed + 1)); echo "workloads: shor: wrong factors" >&2; }
else
	echo "workloads: skipped: shor 15 7 (apt-get install libquantum8 libgomp1)"
	check "shor names the missing library" 3 ./shor 15 7 1
fi
check "planned refuses a missing plan" 2 ./planned
printf 'A adds 400r 1000 1000 0\nB sleep 100 0 0 0\nC chase 300 -9000 -90000 2000\n' >"$input"
check "planned runs a plan" 0 ./planned "$input"
printf 'A adds\n' >"$input"
check "planned refuses half a phase" 2 ./planned "$input"
printf 'p min 4 4\nn 1 2\na 1 2 0 1 1\n' >"$input"
check "mcf refuses a truncated file" 2 ./mcf "$input"
printf 'p min 2 1\nn 1 2\nn 2 -2\na 2 1 0 5 1\n' >"$input"
check "mcf refuses an infeasible problem" 1 ./mcf "$input"

# Kernels for licensed benchmarks: known results of small problems, which they check themselves, and equal output of two runs.
same_twice ./bwaves 2 8
same_twice ./fdtd 150 40 6
same_twice ./milc 1 4 4
same_twice ./ethernet 1500 64
same_twice ./mhd 5 12
same_twice ./les 2 8
same_twice ./weather 5 16
same_twice ./fem 1000
check "fdtd conserves energy within conducting walls" 0 ./fdtd 120 32 0
check "milc knows a cold lattice" 0 ./milc 1 4 4 cold
check "fem reproduces a linear solution on a refined mesh" 0 ./fem 3000 linear
check "fem has second order" 0 ./fem 30000 uniform
for stations in 1 5 15; do
	check "ethernet: utilization of $stations stations" 0 ./ethernet 1000 $stations saturated
done
check "bwaves refuses a tiny grid" 2 ./bwaves 1 2
check "fdtd refuses layers that fill the grid" 2 ./fdtd 120 40 20
check "milc refuses an odd lattice" 2 ./milc 1 5 4
check "milc refuses another start" 2 ./milc 1 4 4 hot
check "ethernet refuses more stations than a segment has" 2 ./ethernet 10 16 saturated
check "fem refuses another solution" 2 ./fem 1000 cubic

# Parallel kernels: the number of threads changes nothing but rounding; published values verify themselves.
same_twice ./hotspot 50 64
[ "$(./hotspot 50 64 1)" = "$(./hotspot 50 64 3)" ] && passed=$((passed + 1)) ||
	{ failed=$((failed + 1)); echo "workloads: hotspot: threads change the result" >&2; }
check "cg has the eigenvalue of class S" 0 ./cg S 15 3
check "cg requires enough iterations" 1 ./cg S 1
check "cg refuses another class" 2 ./cg Z
check "stream validates" 0 ./stream 10000 10 3
check "stream refuses one time" 2 ./stream 10000 1
check "ep refuses no threads" 2 ./ep 20 0
check "hotspot refuses an unstable grid" 2 ./hotspot 10 2048
[ "$(./ep 18 1 | grep counted)" = "$(./ep 18 3 | grep counted)" ] && passed=$((passed + 1)) ||
	{ failed=$((failed + 1)); echo "workloads: ep: threads change the pairs" >&2; }

if ./bzip2 --version >/dev/null 2>&1; then
	seq 30000 >"$input"
	same_twice ./bzip2 "$input"
	[ "$(./bzip2 "$input" | grep -c 'equal after decompression$')" -eq 3 ] && passed=$((passed + 1)) ||
		{ failed=$((failed + 1)); echo "workloads: bzip2: not three block sizes" >&2; }
	if command -v bzip2 >/dev/null; then
		size=$(bzip2 -9 -c "$input" | wc -c)
		./bzip2 "$input" | grep -q "block size 9: $size bytes," && passed=$((passed + 1)) ||
			{ failed=$((failed + 1)); echo "workloads: bzip2: another size than that of the program bzip2" >&2; }
	fi
	: >"$input"
	check "bzip2 refuses an empty file" 2 ./bzip2 "$input"
	check "bzip2 refuses a missing file" 2 ./bzip2 /nonexistent
else
	check "bzip2 without its library" 3 ./bzip2 "$input"
fi

# Kernels of known counts: each runs 0 and 1 rounds, and reports its work in one line.
known=../bin/runbench-kernels
for kernel in $("$known" | grep -v '"skipped"' | sed 's/.*"name":"\([a-z0-9_]*\)".*/\1/'); do
	check "$kernel prepares" 0 "$known" "$kernel" 0
	case $("$known" "$kernel" 1) in
	*"\"kernel\":\"$kernel\""*"\"rounds\":1,"*"\"per_unit\":["*"\"expected\":"*"\"why\":"*"]}") passed=$((passed + 1)) ;;
	*) failed=$((failed + 1)); echo "workloads: $kernel does not say what it did" >&2 ;;
	esac
done
check "an unknown kernel is refused" 2 "$known" sums 1
check "rounds are a number" 2 "$known" adds many
check "rounds are not negative" 2 "$known" adds -1
check "a kernel without rounds is refused" 2 "$known" adds

# Roofs: each repetition reports work and time.
roofs=../bin/runbench-roofs
for roof in $("$roofs" | grep '"threads":1,' | grep -v -e '"skipped"' -e '"dram' -e '"l3' | sed 's/.*"name":"\([a-z0-9_]*\)".*/\1/'); do
	case $("$roofs" "$roof" 1 2 1 | grep -c "\"roof\":\"$roof\",\"threads\":1,\"work\":[1-9].*\"ns\":[1-9]") in
	2) passed=$((passed + 1)) ;;
	*) failed=$((failed + 1)); echo "workloads: $roof does not say two repetitions" >&2 ;;
	esac
done
check "an unknown roof is refused" 2 "$roofs" l9_read 1 1 1
check "more threads than CPUs are refused" 2 "$roofs" scalar_double 1024 1 1
check "no repetition is refused" 2 "$roofs" scalar_double 1 0 1
check "a roof alone is refused" 2 "$roofs" scalar_double

# Traffic: the program verifies its work; the output depends on the number of passes, not on the rate.
for traffic in read write mix; do
	same_twice sh -c "./bbma --size 1M --passes 3 --traffic $traffic 2>/dev/null"
	check "$traffic for a time" 0 ./bbma --size 64K --seconds 0.02 --traffic $traffic --rate 100MB
done
[ "$(./bbma --size 64K --passes 4 2>/dev/null)" = "$(./bbma --size 64K --passes 4 --rate 50MB/s 2>/dev/null)" ] && passed=$((passed + 1)) ||
	{ failed=$((failed + 1)); echo "workloads: bbma: a rate changes what is done" >&2; }
check "a rate in percent" 0 ./bbma --size 64K --passes 100 --rate 50%
check "no rate" 2 ./bbma --rate 0
check "more than all" 2 ./bbma --rate 101%
check "half a pass" 2 ./bbma --passes 0.5
check "passes and seconds" 2 ./bbma --passes 1 --seconds 1
check "no such traffic" 2 ./bbma --traffic both
check "a word" 2 ./bbma 256M

# One CPU: the program touches an array larger than the caches on each that it may use.
contention() { taskset -c "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" ../bin/runbench-contention; }
case $(printf 'run 1 stream 0 read 0 20\nrun 2 none 1 mix 1e8 20\nrun 3 compute 0 small 0 20\nrun 4 chase 0 read 0 20\n' | contention | grep -c '"number":[1-4],"stolen_ns":[0-9]*,"threads":\[{"units":[1-9][0-9]*,"bytes"') in
4) passed=$((passed + 1)) ;;
*) failed=$((failed + 1)); echo "workloads: runbench-contention does not say four runs" >&2 ;;
esac
refused() { echo "$1" | contention >"$input"; grep -q '"event":"error"' "$input"; }
check "a command that is none" 0 refused "measure all"
check "more threads than CPUs" 0 refused "run 1 stream 4000 read 0 1"
check "no such victim" 0 refused "run 1 lbm 0 read 0 1"

# Simultaneous programs: each completes its runs, however short it is, and no process remains.
beside=../bin/runbench-beside
: >"$input"
sleep 10 | "$beside" 2 20 program 0 /tmp /dev/null /dev/null /dev/null 1 WORD=seen 3 sh -c '[ "$WORD" = seen ]' program -1 /tmp /dev/null /dev/null /dev/null 0 2 sleep 0.01 >"$input" &
said=$!
i=0
until [ $i -eq 80 ] || { [ "$(grep -c '"program":0,.*"status":0' "$input")" -ge 2 ] && [ "$(grep -c '"program":1,.*"status":0' "$input")" -ge 2 ]; }; do
	sleep 0.1
	i=$((i + 1))
done
[ $i -lt 80 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "workloads: runbench-beside does not say two ends of each" >&2; }
kill "$said" 2>/dev/null
check "words that are no program" 2 "$beside" 1 1 programme
check "a folder that is none" 1 "$beside" 1 1 program 0 /nonexistent /dev/null /dev/null /dev/null 0 1 true
echo "workloads: $passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
