/* The command line of this process, for metadata. */
#ifndef RUNBENCH_BASE_COMMAND_LINE_H
#define RUNBENCH_BASE_COMMAND_LINE_H

#include "text.h"

/* Adds ,"program":["word",...]; truncates it after 64 KiB and then adds ,"program_cut":true. */
void command_line_add(struct text *json);

#endif
