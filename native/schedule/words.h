/* The words of a command: separated by tabs, with the escapes \t, \n, \\ and \xHH (any byte except 0). */
#ifndef RUNBENCH_SCHEDULE_WORDS_H
#define RUNBENCH_SCHEDULE_WORDS_H

#include <stddef.h>

/* Splits a line in place and unescapes its words. Returns an array that ends with NULL; the caller frees it, not the words. */
char **split_words(char *line, size_t *count);

#endif
