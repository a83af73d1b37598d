# Shared by scripts/runbench and scripts/test: finds missing packages and builds once. Sourced with $home set.
# All messages go to standard error: standard output belongs to the command.

say() { printf 'runbench: %s\n' "$*" >&2; }

# Functions named set_... assign a variable instead of printing it: a command substitution starts a process, which delays
# every command.

# Sets java to the command that starts Java.
set_java() {
    if [[ -n ${JAVA_HOME:-} && -x $JAVA_HOME/bin/java ]]; then java=$JAVA_HOME/bin/java; else java=java; fi
}

# Prints the major version of a JDK's javac, 0 without one. A JRE is not enough to build.
javac_version() {
    local javac=javac version
    [[ -n ${JAVA_HOME:-} ]] && javac=$JAVA_HOME/bin/javac
    version=$("$javac" -version 2>&1) || { printf '0\n'; return; }
    version=${version#javac }
    printf '%s\n' "${version%%[!0-9]*}"
}

# Prints the Debian packages that the build lacks here, one a line.
missing_packages() {
    local version
    version=$(javac_version)
    if ((version >= 17)); then drawing_packages; else printf 'default-jdk-headless\nlibharfbuzz0b\n'; fi
    command -v mvn > /dev/null || printf 'maven\n'
    command -v make > /dev/null || printf 'make\n'
    if ! command -v "${CC:-cc}" > /dev/null; then
        printf 'gcc\nlibc6-dev\n'
    elif ! echo '#include <stdio.h>' | "${CC:-cc}" -E -x c - > /dev/null 2>&1; then
        printf 'libc6-dev\n'
    fi
    # A headless JDK other than Debian's 17 cannot draw text without these.
    command -v fc-match > /dev/null || printf 'fontconfig\nfonts-dejavu-core\n'
}

# Prints the missing Debian packages of the libraries that this machine's Java needs to draw charts, one a line.
# Some of Debian's headless packages only recommend them.
drawing_packages() {
    local java library
    set_java
    java=$(readlink -f "$(command -v "$java")") || return 0
    for library in fontmanager freetype awt awt_headless javajpeg lcms; do
        library=${java%/bin/java}/lib/lib$library.so
        [[ ! -f $library ]] || ldd "$library" 2> /dev/null || true
    done | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | sort -u | while read -r library; do
        case $library in
            libharfbuzz.so.0) printf 'libharfbuzz0b\n' ;;
            libfreetype.so.6) printf 'libfreetype6\n' ;;
            liblcms2.so.2) printf 'liblcms2-2\n' ;;
            libjpeg.so.62) printf 'libjpeg62-turbo\n' ;;
        esac
    done
}

# install PACKAGE...: as root on Debian installs the packages and reports it; otherwise prints the command to type and ends with 3.
install() {
    local line="apt-get update && apt-get install -y --no-install-recommends $*"
    if ! command -v apt-get > /dev/null; then
        say "missing: $*"
        say "this is not a Debian system: install a JDK (17 or newer), Maven, a C compiler, make and fontconfig, then run this again"
        exit 3
    elif ((EUID != 0)); then
        say "missing: $*"
        if command -v sudo > /dev/null; then say "type:  sudo sh -c '$line'"; else say "type as root:  $line"; fi
        exit 3
    fi
    say "installing missing packages: $*"
    say "  $line"
    if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
        > "$home/scripts/target/install.log" 2>&1; then
        tail -n 15 "$home/scripts/target/install.log" >&2
        say "the installation failed (whole log: scripts/target/install.log); type it yourself to see why:"
        say "  $line"
        exit 3
    fi
}

require_build_tools() {
    local packages
    mapfile -t packages < <(missing_packages)
    ((${#packages[@]} == 0)) || install "${packages[@]}"
    if [[ -z $(user_home) ]]; then
        say "Maven needs a folder for the libraries that it downloads, and this user has no home folder"
        say "  -> export HOME=DIR"
        exit 3
    fi
}

user_home() { printf '%s\n' "${HOME:-$(getent passwd "$EUID" | cut -d: -f6)}"; }

# Runs Maven with its repository and settings below $HOME: its default is the home folder of the user database.
# Its launcher splits options at spaces.
maven() {
    local folder
    # Most code of a build runs once: the second compiler tier would take as much processor time as the build.
    # Maven's own libraries use sun.misc.Unsafe, for which JDK 24 and newer warn in the output of the tests.
    local -x MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dsun.misc.unsafe.memory.access=allow ${MAVEN_OPTS:-}"
    folder=$(user_home)
    if [[ $folder != *[[:space:]]* ]]; then MAVEN_OPTS="-Duser.home=$folder $MAVEN_OPTS"; fi
    mvn "$@"
}

# Newer than the sources after a build.
build_stamp=$home/scripts/target/built

# Prints the sources of the build for --version: "commit 0123abcd of 2026-01-31". The stamp contains it.
build_label() { cat "$build_stamp"; }

# Prints the version in the pom, the only place that states it.
source_version() { sed -n 's|^  <version>\(.*\)</version>$|\1|p;T;q' "$home/pom.xml"; }

# Prints the label of the sources as they are now. The date is that of the commit, so that two builds of it are the same.
source_label() {
    local commit
    if ! commit=$(git -C "$home" log -1 --format='commit %h of %cs' 2> /dev/null); then
        printf 'an unknown commit\n'
    elif [[ -n $(git -C "$home" status --porcelain --untracked-files=no 2> /dev/null) ]]; then
        printf '%s, with changes\n' "$commit"
    else
        printf '%s\n' "$commit"
    fi
}

# Returns whether the build is newer than the sources. The answer yes is remembered, as the search takes a while.
is_built() {
    [[ -z ${known_as_built:-} ]] || return 0
    [[ -f $build_stamp ]] || return 1
    # Any file that the build reads and that is newer than the stamp. A folder is newer after a file in it was deleted.
    local newer
    newer=$(find "$home/pom.xml" "$home"/{native,parser,sampler,plotter,sync,pas2p,scripts} \
        \( -name target -o -path "$home/native/build" -o -path '*/src/test' -o -path "$home/native/test" \
           -o -path "$home/scripts/bench" -o -path "$home/scripts/lib" \) -prune \
        -o \( -type f -o -type d -path '*/src/main/*' \) ! -name '*.md' ! -path "$home/scripts/runbench" ! -path "$home/scripts/test" ! -path "$home/scripts/package" \
           ! -path "$home/scripts/docs" \
           ! -path "$home/scripts/overnight" -newer "$build_stamp" -print -quit)
    [[ -z $newer ]] && known_as_built=yes
}

# Sets classes to the class path.
set_class_path() {
    local jar
    classes=$home/scripts/cli/target/runbench-cli.jar
    for jar in "$home"/scripts/cli/target/lib/*.jar; do classes+=:$jar; done
}

# Sets archive to the class-data archive if it belongs to this Java, otherwise to an empty text: classes.jvm is a link to the
# java that wrote it. Another Java would ignore the archive, and start slowly as it then has not even its own.
set_class_archive() {
    local java found
    archive=
    set_java
    found=$java
    if [[ $java != */* ]]; then
        hash -- "$java" 2> /dev/null || return 0
        found=${BASH_CMDS[$java]}
    fi
    [[ ! $found -ef $home/scripts/target/classes.jvm ]] || archive=$home/scripts/target/classes.jsa
}

build_if_needed() {
    if is_built; then
        local java
        set_java
        if ! command -v "$java" > /dev/null; then install default-jre-headless libharfbuzz0b; fi
        return
    fi
    if ! mkdir -p "$home/scripts/target" 2> /dev/null || [[ ! -w $home/scripts/target ]]; then
        say "not built yet, and $home is not writable for you"
        say "build it once as its owner (scripts/runbench list), or work in a clone of your own"
        exit 3
    fi
    exec 9> "$home/scripts/target/build.lock"
    flock 9 # a build of another process may provide the missing part
    if ! is_built; then
        # Maven, Java and apt end by themselves after Ctrl-C: without a trap the shell would treat that as their failure.
        trap 'say "interrupted: the next command builds the rest"; exit 130' INT
        require_build_tools
        build
        trap - INT
    fi
    exec 9>&-
}

build() {
    local log=$home/scripts/target/build.log start=$SECONDS
    say "building (once; the log is scripts/target/build.log)"
    source_label > "$home/scripts/target/build.start"
    rm -rf "$home/scripts/cli/target/lib" # a library of an older version would stay on the class path
    # Tests that were compiled before must follow their modules: Maven would not notice later that they are old.
    local without_tests=false native=all
    if [[ ! -d $home/parser/base/target/test-classes/runbench ]]; then without_tests=true native=product; fi
    if ! (cd "$home" && maven -B -T2 -DskipTests -Drunbench.withoutTests=$without_tests -Drunbench.nativeBuild=$native -Dstyle.color=never \
        package 2>&1 < /dev/null) | tee "$log" | show_progress; then
        grep -E '^\[ERROR\]|error:|Error [0-9]' "$log" | head -n 20 >&2 || tail -n 20 "$log" >&2
        say "the build failed (whole log: scripts/target/build.log)"
        if grep -qE 'Could not (transfer|resolve)|Unknown host|Connection (refused|timed out)' "$log"; then
            say "Maven could not download a library: check the network, or the mirror in ~/.m2/settings.xml, then run this again"
        fi
        exit 3
    fi
    archive_classes
    mv "$home/scripts/target/build.start" "$build_stamp"
    say "built in $((SECONDS - start)) s"
}

# Reduces Maven's output to one line a module, and to one dot a download on a terminal.
show_progress() {
    local line downloads=0 terminal=
    [[ -t 2 ]] && terminal=yes
    while IFS= read -r line; do
        case $line in
            '[INFO] Building Runbench'*'['*)
                [[ -n $terminal ]] && printf '\r\033[K' >&2
                printf 'runbench:   %s\n' "${line#\[INFO\] Building }" | tr -s ' ' >&2
                ;;
            *Downloaded*)
                downloads=$((downloads + 1))
                [[ -n $terminal ]] && printf '\r\033[Krunbench:   %d downloads' "$downloads" >&2
                ;;
        esac
    done
    [[ -n $terminal ]] && printf '\r\033[K' >&2
    return 0
}

# Creates the class-data archive, as most of a start is the loading of classes. Its classes are those of the stored list
# (scripts/lib/store-classes): a training run in each build would take twice the time of the rest, and lists of two runs differ.
# Java leaves out classes of the list that do not exist any more, or not in its version.
# The archive also holds the JDK's classes: an archive on top of the JDK's own would omit picocli, whose class files are of Java 5.
# The archive is optional, so its failure is no failure of the build.
archive_classes() {
    local target=$home/scripts/target
    local archive=$target/classes.jsa log=$target/archive.log java classes
    set_java
    set_class_path
    rm -f "$archive" "$target/classes.jvm"
    if ! "$java" -Xshare:dump -XX:SharedClassListFile="$home/scripts/lib/classes.list" \
        -XX:SharedArchiveFile="$archive" -cp "$classes" > "$log" 2>&1 < /dev/null \
        || ! ln -s "$(readlink -f "$(command -v "$java")")" "$target/classes.jvm"; then
        say "note: no class archive (scripts/target/archive.log); starting will take a little longer"
    fi
}
