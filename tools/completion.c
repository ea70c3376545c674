/* frit completion: what bash, zsh and fish need to complete command lines, from the table of commands. */
#include <ctype.h>
#include <string.h>

#include "table.h"

/* The commands one after another, by name. */
static void put_commands(void) {
    const CommandInfo *command;
    for (unsigned i = 0; (command = tool_command(i)); i++)
        printf("%s%s", i ? " " : "", command->name);
}

/* Whether an item of the help is an action: "list [PACK]". */
static bool is_action(const CommandInfo *command, const HelpItem *item) {
    return command->has_action && item->term && islower((unsigned char)item->term[0]);
}

static int action_len(const HelpItem *item) {
    size_t len = strcspn(item->term, " ");
    return (int)(len < item->term_len ? len : item->term_len);
}

static void put_actions(const CommandInfo *command) {
    HelpItem item;
    const char *space = "";
    for (const char *at = command->options; help_next(&at, &item);)
        if (is_action(command, &item)) {
            printf("%s%.*s", space, action_len(&item), item.term);
            space = " ";
        }
}

static void put_values(const OptionTerm *option) {
    const char *value;
    for (unsigned k = 0; (value = option_value(option->name, k)); k++)
        printf("%s%s", k ? " " : "", value);
}

/* ---- bash */

static void bash_options(const CommandInfo *command) {
    HelpItem item;
    OptionTerm option;
    printf("            %s) words='--help", command->name);
    for (const char *at = command->options; help_next(&at, &item);)
        if (option_read(&item, &option))
            printf(" %s%s", option.name, option.value[0] && !option.next_word ? "=" : "");
    puts("' ;;");
}

static void bash_values(const CommandInfo *command) {
    HelpItem item;
    OptionTerm option;
    for (const char *at = command->options; help_next(&at, &item);)
        if (option_read(&item, &option) && option_value(option.name, 0)) {
            printf("        %s:%s) words='", command->name, option.name);
            put_values(&option);
            puts("' ;;");
        }
}

static void print_bash(void) {
    const CommandInfo *command;
    fputs("# bash completion for frit, made by `frit completion bash`\n"
          "_frit() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
          "    COMPREPLY=()\n"
          "    # bash takes --name=value apart into three words.\n"
          "    if [[ $cur == = ]]; then\n        cur=\n"
          "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n"
          "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '",
          stdout);
    put_commands();
    fputs(" help --help --version' -- \"$cur\"))\n        return\n    fi\n"
          "    case ${COMP_WORDS[1]}:$prev in\n        help:help) words='",
          stdout);
    put_commands();
    puts("' ;;");
    for (unsigned i = 0; (command = tool_command(i)); i++)
        bash_values(command);
    fputs("    esac\n    if [[ -z $words && $cur == -* ]]; then\n"
          "        case ${COMP_WORDS[1]} in\n",
          stdout);
    for (unsigned i = 0; (command = tool_command(i)); i++)
        bash_options(command);
    puts("        esac\n    elif [[ -z $words ]] && ((COMP_CWORD == 2)); then\n"
         "        case ${COMP_WORDS[1]} in");
    for (unsigned i = 0; (command = tool_command(i)); i++)
        if (command->has_action) {
            printf("            %s) words='", command->name);
            put_actions(command);
            puts("' ;;");
        }
    puts("        esac\n    fi\n"
         "    if [[ -n $words ]]; then\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
         "    else\n"
         "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
         "        compopt -o filenames 2>/dev/null\n"
         "    fi\n    return 0\n}\ncomplete -F _frit frit");
}

/* ---- zsh */

/* Inside '...' and [...]. */
static void zsh_put(int c, FILE *to) {
    if (c == '\'')
        fputs("'\\''", to);
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
        fprintf(to, "\\%c", c);
    else
        fputc(c, to);
}

static void zsh_put_text(const char *text) {
    for (; *text; text++)
        zsh_put((unsigned char)*text, stdout);
}

static void zsh_option(const HelpItem *item, const OptionTerm *option) {
    bool repeated = option->next_word; /* --in, --out, --input, --shape: as often as needed */
    fputs("            ", stdout);
    if (option->letter[0])
        printf("'(%s %s)'{%s+,%s=}'[", option->letter, option->name, option->letter, option->name);
    else
        printf("'%s%s%s[", repeated ? "*" : "", option->name,
               !option->value[0]   ? ""
               : option->next_word ? ""
                                   : "=");
    help_print_text(item, stdout, zsh_put);
    putchar(']');
    if (option->value[0]) {
        putchar(':');
        zsh_put_text(option->value);
        if (option_value(option->name, 0)) {
            fputs(":(", stdout);
            put_values(option);
            putchar(')');
        } else if (option_is_file(option)) {
            fputs(":_files", stdout);
        } else {
            fputs(": ", stdout);
        }
    }
    puts("' \\");
}

static void zsh_command(const CommandInfo *command) {
    HelpItem item;
    OptionTerm option;
    printf("        %s)\n            _arguments \\\n", command->name);
    for (const char *at = command->options; help_next(&at, &item);)
        if (option_read(&item, &option))
            zsh_option(&item, &option);
    fputs("            '--help[what the command takes]'", stdout);
    if (command->has_action) {
        fputs(" \\\n            '1:action:(", stdout);
        put_actions(command);
        fputs(")'", stdout);
    }
    puts(" \\\n            '*:file:_files' ;;");
}

static void print_zsh(void) {
    const CommandInfo *command;
    puts("#compdef frit\n# zsh completion for frit, made by `frit completion zsh`\n"
         "_frit() {\n    local -a commands\n    commands=(");
    for (unsigned i = 0; (command = tool_command(i)); i++) {
        printf("        '%s:", command->name);
        zsh_put_text(command->doc);
        puts("'");
    }
    puts("    )\n    if ((CURRENT == 2)); then\n        _describe -t commands command commands\n"
         "        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n"
         "    case $command in");
    for (unsigned i = 0; (command = tool_command(i)); i++)
        zsh_command(command);
    puts("    esac\n}\n"
         "# Read as a file of $fpath it is the function's body; by eval it has to be told.\n"
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n    _frit \"$@\"\nelse\n"
         "    compdef _frit frit\nfi");
}

/* ---- fish */

static void fish_put(int c, FILE *to) {
    if (c == '\'' || c == '\\')
        fputc('\\', to);
    fputc(c, to);
}

static void fish_text(const char *text) {
    for (; *text; text++)
        fish_put((unsigned char)*text, stdout);
}

static void fish_item(const CommandInfo *command, const HelpItem *item) {
    OptionTerm option;
    bool is_option = option_read(item, &option);
    if (!is_option && !is_action(command, item))
        return;
    printf("complete -c frit -n '__fish_seen_subcommand_from %s' ", command->name);
    if (is_option) {
        printf("-l %s", option.name + 2);
        if (option.letter[0])
            printf(" -s %s", option.letter + 1);
        if (option_value(option.name, 0)) {
            fputs(" -x -a '", stdout);
            put_values(&option);
            putchar('\'');
        } else if (option.value[0]) {
            fputs(option_is_file(&option) ? " -r" : " -x", stdout);
        }
    } else {
        printf("-a %.*s", action_len(item), item->term);
    }
    fputs(" -d '", stdout);
    help_print_text(item, stdout, fish_put);
    puts("'");
}

static void print_fish(void) {
    const CommandInfo *command;
    puts("# fish completion for frit, made by `frit completion fish`");
    for (unsigned i = 0; (command = tool_command(i)); i++) {
        printf("complete -c frit -n __fish_use_subcommand -f -a %s -d '", command->name);
        fish_text(command->doc);
        puts("'");
    }
    for (unsigned i = 0; (command = tool_command(i)); i++) {
        HelpItem item;
        for (const char *at = command->options; help_next(&at, &item);)
            fish_item(command, &item);
    }
}

int command_completion(Tool *tool) {
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    const char *wanted = tool->args.action;
    if (!wanted)
        return tool_usage(tool, "for which shell? bash, zsh or fish");
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(wanted, shells[i].name) == 0) {
            shells[i].print();
            return EXIT_GOOD;
        }
    return tool_usage(tool, "there are completions for bash, zsh and fish, not for %s", wanted);
}
