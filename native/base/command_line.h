/* This process' command line, for metadata. */
#ifndef RUNBENCH_BASE_COMMAND_LINE_H
#define RUNBENCH_BASE_COMMAND_LINE_H

#include "text.h"

/* Adds ,"program":["word",...]; of a very long one the beginning, and ,"program_cut":true. */
void command_line_add(struct text *json);

#endif
