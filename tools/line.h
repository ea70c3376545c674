/* Lines that a person types: editing, history, completion. Plain reading where there is no terminal. */
#ifndef FRIT_TOOLS_LINE_H
#define FRIT_TOOLS_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct LineEditor LineEditor;

/* Names that begin with a word, by number; NULL: no more. The text is valid until the next call. */
typedef const char *LineNames(void *user, const char *word, size_t len, unsigned index);

/* history: a file that lines are kept in, or NULL. NULL: no memory. */
LineEditor *line_open(const char *history, LineNames *names, void *user);
void line_close(LineEditor *editor);
bool line_is_interactive(const LineEditor *editor);

typedef enum LineResult { LINE_READ, LINE_CANCELLED, LINE_END } LineResult;

/* A line without its end, valid until the next one is read. Ctrl-C gives it up, Ctrl-D on an empty one ends the input. */
LineResult line_read(LineEditor *editor, const char *prompt, const char **line);
/* Remembers it, unless it is empty or the one before. */
void line_remember(LineEditor *editor, const char *line);

#endif
