# Answers that need neither a build nor Java: help, version and completion, from texts in the folder of this file.
# scripts/runbench sources it with $home set.

# Prints the help of a command, one word each, or of runbench itself; with -h as the last word the short one. Returns 4 if
# there is no such command. On a terminal, the command and the names of options are coloured.
# A reader that stops early, such as head, makes awk end with another status.
kept_help() {
    local colours=
    if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then colours=yes; fi
    awk -v heading="==== runbench${*:+ $*}" -v colours="$colours" '
        function coloured(text) { gsub(/--?[A-Za-z][A-Za-z0-9-]*/, "\033[33m&\033[0m", text); return text }
        /^==== / { found = $0 == heading; any = any || found; next }
        !found { next }
        !colours { print; next }
        /^Usage:/ { usage = 1; sub(/runbench( [a-z][a-z-]*)*/, "\033[1m&\033[0m") }
        !/^( |Usage:)/ { usage = 0 }
        usage && !/^ +-/ { print coloured($0); next }
        # The names of an option stand before its description, which two spaces separate.
        match($0, /^ +-[^ ]+( [^ ]+)*/) { $0 = coloured(substr($0, 1, RLENGTH)) substr($0, RLENGTH + 1) }
        { print }
        END { exit any ? 0 : 4 }' "$home/scripts/lib/help.txt"
}

kept_version() { printf 'runbench %s\nnot built yet, %s\n' "$(source_version)" "$(uname -srm)"; }

# Returns whether the help must be laid out for fewer columns than those of the stored text.
is_narrow() {
    local columns=${COLUMNS:-}
    if [[ -z $columns && -t 1 ]]; then
        columns=$(stty size <&1 2> /dev/null || true)
        columns=${columns#* }
    fi
    [[ $columns =~ ^[1-9][0-9]?$ ]] && ((columns < 80))
}

# answer_at_once ARGUMENT...: returns 1 for a command line that needs the program itself.
answer_at_once() {
    local words=("$@") form=()
    case "$*" in
        -V | --version)
            ! is_built || return
            kept_version
            return 0
            ;;
        generate-completion) cat "$home/scripts/lib/completion.bash" || true; return 0 ;;
        '') form=(-h) ;;
        help) words=() ;;
        'help '*) words=("${@:2}") ;;
        -h | *' -h') form=(-h) ;;
        --help | *' --help') ;;
        *) return 1 ;;
    esac
    if is_narrow && is_built; then return 1; fi
    while ((${#words[@]} > 0)) && [[ ${words[-1]} == -h || ${words[-1]} == --help ]]; do unset 'words[-1]'; done
    # The name of a benchmark alone is short for `run`.
    if ((${#words[@]} == 1)) && grep -qsxF "[bench.\"${words[0]}\"]" "$home"/scripts/catalogue/*.toml; then words=(run); fi
    kept_help "${words[@]}" "${form[@]}" || (($? != 4))
}
