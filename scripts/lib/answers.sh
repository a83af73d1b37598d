# Answers that need no build: help, version and completion, from texts in the folder of this file.
# scripts/runbench sources it with $home set.

# Prints the help of a command, one word each, or of runbench itself; with -h as the last word the short one. Returns 4 if
# there is no such command.
# A reader that stops early, such as head, makes awk end with another status.
kept_help() {
    awk -v heading="==== runbench${*:+ $*}" '
        /^==== / { found = $0 == heading; any = any || found; next }
        found { print }
        END { exit any ? 0 : 4 }' "$home/scripts/lib/help.txt"
}

kept_version() { printf 'runbench %s\nnot built yet, %s\n' "$(source_version)" "$(uname -srm)"; }

# answer_without_build ARGUMENT...: returns 1 for a command line that needs the program itself.
answer_without_build() {
    local words=("$@") form=()
    case "$*" in
        -V | --version) kept_version; return 0 ;;
        generate-completion) cat "$home/scripts/lib/completion.bash" || true; return 0 ;;
        '') form=(-h) ;;
        help) words=() ;;
        'help '*) words=("${@:2}") ;;
        -h | *' -h') form=(-h) ;;
        --help | *' --help') ;;
        *) return 1 ;;
    esac
    while ((${#words[@]} > 0)) && [[ ${words[-1]} == -h || ${words[-1]} == --help ]]; do unset 'words[-1]'; done
    # The name of a benchmark alone is short for `run`.
    if ((${#words[@]} == 1)) && grep -qsxF "[bench.\"${words[0]}\"]" "$home"/scripts/catalogue/*.toml; then words=(run); fi
    kept_help "${words[@]}" "${form[@]}" || (($? != 4)) || return
    [[ ! -f $build_stamp ]] || say "note: sources are newer than the build; this help text is kept in scripts/lib/help.txt"
}
