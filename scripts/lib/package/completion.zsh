#compdef runbench
# Completion for zsh: loads the one for bash, which is installed beside it.
autoload -U +X bashcompinit && bashcompinit
(($+functions[compopt])) || compopt() { : } # zsh has no such command, and needs none
source ${${(%):-%x}:A:h:h:h}/bash-completion/completions/runbench
_bash_complete -o default -F _complete_runbench
