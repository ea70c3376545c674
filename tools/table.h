/*
 * The commands of frit and what their help says, which is where everything else reads what there is: the
 * reader of the command line, the manual page and the completions of shells.
 */
#ifndef FRIT_TOOLS_TABLE_H
#define FRIT_TOOLS_TABLE_H

#include "tool.h"

typedef struct CommandInfo {
    const char *name, *doc, *usage;
    const char *options; /* as --help prints them; see help_next */
    Command *run;
    bool has_action;    /* the first word is one of the actions that the help lists */
    const char *ending; /* of the files it reads: ".frit"; NULL: it reads none */
} CommandInfo;

/* NULL past the last. */
const CommandInfo *tool_command(unsigned index);
const CommandInfo *tool_find_command(const char *name);

/*
 * An item of the help: "  --dialect=NAME      c (default), cuda": the term begins in the third column and
 * two spaces end it, the text goes on in lines that begin with more. What begins in the first column is a
 * paragraph, without a term.
 */
typedef struct HelpItem {
    const char *term, *text;
    size_t term_len, text_len; /* the text has the ends and margins of its lines in it */
} HelpItem;

/* *at: the options of a command at first. False: there are no more. */
bool help_next(const char **at, HelpItem *out);
/* The text in one line, without its margins. */
void help_print_text(const HelpItem *item, FILE *to, void (*put)(int c, FILE *to));

/* The names and the value of an option, from its term: "-o, --output=OUT", "--input NAME=TYPE". */
typedef struct OptionTerm {
    char letter[3]; /* "-o"; empty: it has none */
    char name[32];  /* "--output" */
    char value[32]; /* "OUT"; empty: a flag */
    bool next_word; /* the value is a word of its own in the help: --input NAME=TYPE */
} OptionTerm;

/* False: the item is no option. */
bool option_read(const HelpItem *item, OptionTerm *out);
/* What the option of that name may be, by number; NULL: no more, or it may be anything. */
const char *option_value(const char *name, unsigned index);
/* Whether its value is a file: OUT, FILE, or NAME=FILE. */
bool option_is_file(const OptionTerm *option);
/* The number of `text` among the values of an option. False after saying what they are. */
bool option_choose(const Tool *tool, const char *name, const char *text, int *out);

/* ---- the nearest name */

typedef struct Nearest {
    char wanted[256];
    char name[256]; /* empty: none is near */
    unsigned distance;
} Nearest;

Nearest nearest_to(const char *wanted);
void nearest_look(Nearest *nearest, const char *name);
/* Prints "; did you mean NAME?" where one is near. */
void nearest_print(const Nearest *nearest, FILE *to);
/* The command, and the option of a command, that a slip may have meant. */
Nearest nearest_command(const char *wanted);
Nearest nearest_option(const CommandInfo *command, const char *wanted);
/* The file beside one that is not there. */
Nearest nearest_file(const char *path);

#endif
