"""Random scripts from a grammar: what tests/octave/search.py runs by Octave and by frit.

A rule is a name and the texts it may become; `<name>` in a text is a rule again, `<name!>` a variable of that kind, which is
assigned before it is first read. When a text is deep enough, only texts of leaves are taken.
"""

import random
import re

VARIABLES = {
    "real": ["r", "t"], "mat": ["A", "B"], "vec": ["v", "w"], "int": ["k", "u"], "text": ["s", "p"], "cell": ["c", "d"],
    "struct": ["q"], "structs": ["z"], "map": ["m"], "log": ["g"], "complex": ["y"], "single": ["f"], "nd": ["N"],
    "words": ["W"],
}  # fmt: skip

# Columns of thousands of elements, whose steps frit records, and matrices of them.
LARGE = {
    "x": "(1:5000)' / 7 - 100", "y": "mod((1:5000)', 13) - 3", "u8": "uint8(mod((0:4999)', 256))",
    "i16": "int16((1:5000)' * 20 - 50000)", "i32": "int32((mod((1:5000)', 13) - 3) * 1e6)", "sg": "single((1:5000)' / 7 - 100)",
    "lg": "mod((1:5000)', 3) > 0", "w": "abs((1:5000)' / 7 - 100) + 1", "z": "(1:5000)' / 7 + 1i * mod((1:5000)', 13)",
    "i64": "int64(mod((1:5000)', 13) - 3)",
}  # fmt: skip
LARGE_MATRICES = {"A": "reshape((1:4900) / 7 - 100, 70, 70)", "B": "mod(reshape(1:4900, 70, 70), 5)",
                  "S": "single(reshape(1:4900, 70, 70))"}  # fmt: skip


def words(text):
    return text.split()


def lines(text):
    return [line.strip() for line in text.strip().split("\n")]


RULES = {
    # ------------------------------------------------------------------ leaves
    "n": words("2 0 1 3 4 5 7 10 -1 -2 -3 0.5 1.5 2.5 -0.5 -1.5 0.1 1e3 1e5 1e10 1e-3 100.5 NaN Inf -Inf 12345.678 99999 0.00012 -0"),
    "small": words("1 2 3 4 0 5"),
    "whole": words("1 0 2 3 4 5 7 -1 -3 10 100 127 128 255"),
    "bits": words("1 0 2 3 5 8 12 170 255 1023 65535"),
    "class": words("int8 uint8 int16 uint16 int32 uint32 int64 uint64"),
    "types": ["'double'", "'single'", "'int8'", "'uint16'", "'int64'", "'logical'", "'char'", "'cell'", "'struct'"],
    "word": lines("""'abc'
        'Hello World'
        ''
        'x'
        '  pad '
        'foo,bar'
        'aXbXc'
        'ABC'
        '12'
        '3.5e2'
        'a1b22c333'
        'one two  three'
        'key=value; k2=v2'
        "tab\\there"
        'it''s'
        '-7'
        'The Quick'"""),
    "pat": lines("""'[a-z]+'
        '\\d+'
        '(\\w)(\\w)'
        '(?<first>\\w+)\\s*=\\s*(?<second>\\w+)'
        'a|b'
        'X'
        '^\\s*'
        '[^a-z]'
        '(a)?(b)'
        '\\s+'
        'o.'
        '(?i)hello'
        'b*'
        '.*?l'
        '(?<=a).'
        '\\w+$'
        '[A-Z]\\w*'
        '(\\d)(?=\\d)'"""),
    "repl": ["'<$1>'", "'_'", "''", "'$1$2'", "'[$1]'", "'$2-$1'", "'a\\\\b'"],
    "fmt": lines("""'%d\\n'
        '%g %s|'
        '%5.2f\\n'
        '[%s]\\n'
        '%x %d\\n'
        '%e\\n'
        '%i,%u\\n'
        '%-6d|%+d\\n'
        '%05.1f;'
        '%8s|'
        '%-8s|'
        '%o '
        '%G %E\\n'
        '%%%d\\n'
        '%.3s|\\n'
        '%*d|'
        'no data\\n'
        '%d, %s: %f\\n'
        '% d|%#x\\n'
        '%5.3d|'
        '%ld %hd\\n'"""),
    "cmp": words("< <= == ~= != > >="),
    "op": words("+ - .* ./ .^ * / \\ ^ & |"),
    "elop": words("+ - .* ./ .^ == < >= & | ~="),
    "dim": words("1 2 3"),
    "sub": lines("""1
        2
        end
        :
        end-1
        [1 2]
        1:2
        []
        [true false true]
        0
        5
        1.5
        end+1
        logical([1 0])
        [2 1 1]
        1:2:end
        end:-1:1
        [end 1]
        min(end, 3)
        -1
        numel(<vec!>)"""),
    "subs": ["<sub>", "<sub>", "<sub>, <sub>", "<sub>, <sub>", "<sub>, <sub>, <sub>", ":", ":, <sub>", "<sub>, :"],
    # ------------------------------------------------------------------ values
    "real": ["<n>", "<n>", "<real!>", "(<real> + <real>)", "(<real> * <real>)", "<f1>(<real>)", "<f2>(<real>, <real>)",
             "sum(<vec>)", "numel(<any>)", "<real> ^ 2", "str2double(<text>)", "<vec!>(1)", "max(<vec>)", "floor(<real> / 3)"],
    "f1": words("abs floor ceil round fix sign sqrt exp log sin cos tan gamma isnan isinf log2 log10 log1p expm1 tanh atan sinh erf "
                "cbrt deg2rad real imag conj double logical nextpow2 isprime factorial"),
    "f2": words("mod rem max min atan2 hypot power times plus minus rdivide idivide gcd lcm nthroot bitand bitor bitxor eq ne lt and or "
                "xor isequal nchoosek"),
    "row": ["[<n> <n>]", "[<n>, <n>, <n>]", "[<n>]", "[]", "zeros(1, 0)", "[<n> <n> <n> <n> <n>]"],
    "range": ["1:<small>", "<small>:<small>", "0:0.1:0.5", "5:-1:1", "1:2:9", "0:0.25:1", "3:1", "-2:2", "linspace(0, 1, <small>)"],
    "vec": ["<row>", "<range>", "<vec!>", "(<vec>)'", "(<vec> <elop> <real>)", "sort(<vec>)", "cumsum(<vec>)", "cumprod(<vec>)",
            "diff(<vec>)", "fliplr(<vec>)", "unique(<vec>)", "<vec!>(<sub>)", "find(<vec>)", "[<vec> <real>]", "<mat!>(:)'",
            "<mat!>(<sub>, :)", "circshift(<vec>, <small>)", "[<vec>, <vec>]", "round(<vec>)", "polyval([1 2], <vec>)",
            "conv([1 2], <vec>)", "accumarray([1; 2; 1; 3], [<n>; <n>; 3; 4])'", "histc(<vec>, 0:3)", "filter(1, [1 0.5], <vec>)"],
    "mat": ["[<n> <n>; <n> <n>]", "magic(<small>)", "<mat!>", "[<n> <n> <n>; <n> <n> <n>]", "(eye(<small>) + 0)", "zeros(<small>, <small>)",
            "ones(<small>, 2)", "<mat!>'", "(<mat> <op> <mat>)", "(<mat> <elop> <vec>)", "reshape(1:6, <small>, [])",
            "repmat(<vec>, <small>, <small>)", "<mat!>(<subs>)", "[<mat>; <mat>]", "[<mat>, <mat>]", "kron(<vec>, <vec>)",
            "triu(<mat>)", "tril(<mat>, -1)", "diag(<vec>)", "inv(<mat!>)", "rot90(<mat>)", "flipud(<mat>)", "cumsum(<mat>, <dim>)",
            "sum(<mat>, <dim>)", "prod(<mat>)", "mean(<mat>, <dim>)", "max(<mat>, [], <dim>)", "sort(<mat>, <dim>, 'descend')",
            "any(<mat>)", "all(<mat>, <dim>)", "sortrows(<mat>)", "<mat!> .* (<mat!> > <n>)", "<vec>' * <vec>", "meshgrid(<vec>)",
            "permute(<nd>, [2 1 3])", "squeeze(<nd>)", "cat(<dim>, <mat>, <mat>)", "std(<mat>)", "var(<mat>)", "median(<mat>)",
            "mode(<mat>)", "diff(<mat>)", "nnz(<mat>)", "cummax(<vec>)", "bsxfun(@plus, <vec>', <vec>)", "interp1([1 2 3], [4 5 7], <vec>)",
            "vander(<vec>)", "hilb(<small>)", "toeplitz(<vec>)", "nchoosek(1:4, 2)", "perms(1:3)", "dot(<vec>, <vec>)",
            "circshift(<mat>, 1, <dim>)", "trapz(<vec>)", "cross([1 2 3], [<n> <n> <n>])", "idivide(<int>, int32(3))"],
    "nd": ["zeros(2, 2, 2)", "reshape(1:8, 2, 2, 2)", "<nd!>", "cat(3, <mat>, <mat>)", "<nd!> <elop> <real>", "sum(<nd!>, <dim>)",
           "<nd!>(:, :, 1)", "repmat(<real>, [1 2 2])", "ones(2, 1, 2)", "permute(<nd!>, [3 1 2])", "max(<nd!>, [], 3)"],
    "int": ["<class>(<whole>)", "<class>([<whole> <whole>])", "<int!>", "(<int> <elop> <int>)", "(<int> <elop> <n>)", "-(<int>)",
            "<class>(<vec>)", "bitshift(<class>(<bits>), <whole>)", "bitand(<class>(<bits>), <class>(<bits>))", "sum(<int>)",
            "prod(<int>)", "mod(<int>, <int>)", "abs(<int>)", "[<int> <int>]", "<int!>(<sub>)", "intmax('<class>')", "intmin('<class>')",
            "bitcmp(<class>(<bits>))", "cumsum(<int>)", "mean(<int>)", "double(<int>)", "typecast(<class>(<bits>), 'uint8')",
            "max(<int>, [], 2)", "<int> / 2", "bitxor(<bits>, <bits>)", "zeros(1, 2, '<class>')", "diff(<int>)", "<int> == <n>"],
    "complex": ["(3+4i)", "[1+2i, <n>]", "<complex!>", "complex(<n>, 0)", "(<complex> * <complex>)", "<complex>'", "<complex>.'", "abs(<complex>)",
                "sqrt(-(<real>))", "exp(<complex>)", "roots([1 <n> <n>])", "conj(<complex>)", "<complex> <elop> <real>", "real(<complex>)",
                "angle(<complex>)", "[<complex> <real>]", "imag(<complex>)", "<complex> == <n>", "round(<complex>)", "1i ^ <n>", "isreal(<complex>)"],
    "single": ["single(<n>)", "single([<n> <n>])", "<single!>", "(<single> <op> <real>)", "sum(<single>)", "<single> * <vec>", "single(pi)",
               "[<single> <real>]", "<single> <elop> <int>", "double(<single>)", "sqrt(<single>)", "eps(<single>)", "single(<mat>)"],
    "log": ["true", "[true false true]", "<log!>", "(<vec> <cmp> <real>)", "(<mat> <cmp> <n>)", "~<log>", "(<log> & <log>)", "xor(true, <log>)",
            "any(<vec>)", "all(<vec>)", "isempty(<any>)", "ischar(<any>)", "isequal(<any>, <any>)", "<log!> + <log!>", "-(<log>)", "<log>'",
            "ismember(<real>, <vec>)", "ismember(<text>, <words>)", "isfield(<struct!>, <field>)", "isa(<any>, <types>)",
            "strcmp(<text>, <words>)", "isspace(<text>)", "(<text> == 'a')", "logical(<vec>)", "isrow(<any>)", "iscellstr(<cell>)",
            "isvector(<any>)", "isreal(<any>)", "isnumeric(<any>)", "<log!>(<sub>)", "bitget(<bits>, 1:4)"],
    "text": ["<word>", "<word>", "<text!>", "[<text> <text>]", "upper(<text>)", "lower(<text>)", "strtrim(<text>)", "fliplr(<text>)",
             "num2str(<real>)", "num2str(<vec>)", "num2str(<mat>)", "mat2str(<mat>)", "mat2str(<vec>, <small>)", "mat2str(<log>)", "int2str(<vec>)",
             "sprintf(<fmt>, <args>)", "strrep(<text>, <word>, <word>)", "regexprep(<text>, <pat>, <repl>)", "strcat(<text>, <text>)",
             "strjoin(<words>, <word>)", "<text!>(<sub>)", "dec2bin(<bits>)", "dec2hex(<bits>)", "dec2base(<bits>, 3)", "char(<bits>)",
             "num2str(<real>, <small>)", "num2str(pi, <small>)", "class(<any>)", "strjust(<chars>, 'right')", "blanks(<small>)",
             "repmat(<text>, 1, <small>)", "char(<words>)", "disp(<any>)", "strtok(<text>)", "func2str(<handle>)", "deblank(<text>)",
             "num2str(<complex>)", "mat2str(<complex>)", "num2str(<log>)", "num2str(<int>)", "mat2str(<int>)", "mat2str(<single>)",
             "regexp(<text>, <pat>, 'match', 'once')", "substr(<word>, 1, 1)", "undo_string_escapes(<word>)", "evalc(<quoted>)",
             "strtrim(<chars>)", "toupper(<text>)", "inputname(1)", "strvcat(<text>, <text>)", "validatestring('r', {'red', 'green'})",
             "sprintf(<fmt>, <any>)", "typecast(single(<n>), 'uint32')", "ostrsplit(<text>, ',')", "mat2str(<text>)", "do_string_escapes(<word>)"],
    "quoted": ["'disp(1)'", "'x = 3'", "'y = [1 2; 3 4]'", "'error(''bad'')'", "'a = {1}; a'", "'printf(\"%d\\n\", 5)'"],
    "chars": ["['ab'; 'cd']", "char('a', 'bcd')", "['xy'; <text>]", "[<text>; <text>]", "char(<text>, <word>, '')", "strvcat('a', 'bc')"],
    "words": ["{'b', 'a', 'c'}", "{'one', 'two', 'one'}", "<words!>", "strsplit(<text>, <delim>)", "regexp(<text>, <pat>, 'match')",
              "sort(<words!>)", "unique(<words!>)", "cellfun(@upper, <words!>, 'UniformOutput', false)", "{'', 'x'}", "fieldnames(<struct!>)",
              "strcat(<words!>, 'Z')", "upper(<words!>)", "strrep(<words!>, 'a', 'Q')", "regexprep(<words!>, 'o', '0')", "strsplit(<text>)",
              "cellstr(<chars>)", "strtrim({' a ', 'b '})", "union(<words!>, {'zz'})", "setdiff(<words!>, {'a'})", "ostrsplit(<text>, ', ')",
              "regexp(<text>, <pat>, 'split')", "<words!>(<sub>)", "intersect(<words!>, {'a', 'one'})"],
    "delim": ["' '", "','", "'X'", "{',', ' '}", "'ab'"],
    "cell": ["{1, 'a', [1 2 3]}", "{}", "<cell!>", "{<any>, <any>}", "{<any>; <any>}", "cell(<small>, <small>)", "num2cell(<vec>)",
             "{<cell>}", "[<cell>, {<any>}]", "<cell!>(<sub>)", "struct2cell(<struct!>)", "cellfun(@(x) [x x], <cell>, 'UniformOutput', false)",
             "arrayfun(@(x) x:3, <vec>, 'UniformOutput', false)", "<cell!>'", "[<cell>; <cell>]", "mat2cell(magic(4), [2 2], [3 1])",
             "repmat({<any>}, 1, 2)", "regexp(<text>, <pat>, 'tokens')", "cellfun(@class, <cell>, 'UniformOutput', false)",
             "vertcat(<cell>, {1})", "deal(<cell>)", "values(<map!>)", "keys(<map!>)", "textscan('1 2 3', '%d')"],
    "field": ["'a'", "'b'", "'name'"],
    "struct": ["struct('a', <any>)", "struct('a', 1, 'b', <text>)", "<struct!>", "struct()", "setfield(<struct!>, <field>, <any>)",
               "rmfield(<struct!>, 'a')", "orderfields(<struct!>)", "cell2struct({<any>; 2}, {'a'; 'b'}, 1)", "struct('a', {{<any>}})",
               "<structs!>(1)", "regexp('k=v', '(?<x>\\w)=(?<y>\\w)', 'names')", "struct('s', <struct!>)"],
    "structs": ["struct('a', {1, 2, 3})", "struct('a', {<any>, 'x'}, 'b', 5)", "<structs!>", "<structs!>(<sub>)", "[<structs!> <structs!>]",
                "struct('a', {})", "<structs!>(2)", "repmat(struct('a', 1), 1, 2)", "arrayfun(@(e) e.a, <structs!>, 'UniformOutput', false)", "[<structs!>.a]",
                "{<structs!>.a}", "<structs!>'"],
    "map": ["containers.Map()", "containers.Map({'a', 'b'}, {1, 'x'})", "containers.Map('KeyType', 'double', 'ValueType', 'any')", "<map!>",
            "containers.Map([1 2 3], {'p', 'q', 'r'})", "containers.Map('k', <any>)", "containers.Map({'x', 'y'}, [<n> 5])"],
    "mapuse": ["<map!>('a')", "<map!>.Count", "<map!>.keys()", "keys(<map!>)", "values(<map!>)", "isKey(<map!>, 'a')", "<map!>.isKey({'a', 'q'})",
               "numel(<map!>)", "<map!>.length()", "values(<map!>, {'a'})", "<map!>(2)", "class(<map!>)", "<map!>.values()", "isobject(<map!>)",
               "<map!>.KeyType", "<map!>.ValueType", "isempty(<map!>)", "length(<map!>)"],
    "handle": ["@sin", "@(x) x + 1", "@(x, y) x * y + <real!>", "@plus", "@(varargin) numel(varargin)", "@() 5", "@(x) x'", "@(s) [s '!']",
               "@(x) cellfun(@(y) y + 1, {x})", "@(x) x(end)", "@(x) ifelse_(x, 1)", "@numel", "@upper", "@(a) a.b", "@(x) {x, -x}(1)", "@(x) !x || 1"],
    "any": ["<n>", "<real>", "<vec>", "<mat>", "<int>", "<text>", "<cell>", "<log>", "<single>", "<complex>", "<words>", "<struct>", "<nd>",
            "<handle>", "<structs>", "<chars>", "<range>", "[]", "''", "{}", "<mapuse>"],
    "args": ["<real>", "<vec>", "<text>", "<real>, <text>", "<text>, <real>", "<int>", "<log>", "<mat>", "<n>, <n>, <n>", "<words!>{:}",
             "<text>, <text>", "<small>, <n>", "[]", "<vec>, <word>", "<single>", "<complex>", "<cell!>{:}", "''"],
    # -------------------------------------------------------------- statements
    "end": ["", "", ";"],
    "assign": ["<real!> = <real>", "<vec!> = <vec>", "<mat!> = <mat>", "<int!> = <int>", "<text!> = <text>", "<cell!> = <cell>", "<log!> = <log>",
               "<struct!> = <struct>", "<structs!> = <structs>", "<complex!> = <complex>", "<single!> = <single>", "<nd!> = <nd>", "<words!> = <words>"],
    "stmt": ["<assign><end>", "<assign><end>", "<any>", "<any>", "<assign>", "<mapuse>", "<index>", "<index>", "<fields>", "<several>", "<several>",
             "<print>", "<print>", "<flow>", "<flow>", "<errors>", "<state>", "<fun>", "<grow>", "<mixed>"],
    "index": ["<vec!>(<sub>) = <real>", "<mat!>(<subs>) = <mat>", "<mat!>(<subs>) = <real>", "<vec!>(<sub>) = []", "<mat!>(<subs>) = []", "<cell!>{<sub>}",
              "<cell!>{<sub>} = <any>", "<cell!>(<sub>) = []", "<cell!>(<sub>) = <cell>", "<text!>(<sub>) = <text>", "<int!>(<sub>) = <real>",
              "<log!>(<sub>) = <real>", "<mat!>(<log>) = <n>", "<vec!>(<log>)", "<mat!>(end, end)", "<mat!>(:)", "<nd!>(<subs>)", "<nd!>(<subs>) = <real>",
              "<vec!>(<vec>)", "<cell!>{end}(1)", "<mat!>(<subs>)(1)", "<vec!>(min(end, numel(<vec!>) + 1))", "<vec!>(end + 1) = <real>", "<cell!>{end + 1} = <any>",
              "<mat!>(:, end + 1) = <vec>", "<mat!>(2, :) = []", "<structs!>(<sub>) = []", "<words!>{<sub>}", "<words!>(<sub>) = []", "<mat!>(:) = <vec>",
              "(<any>)(1)", "<vec!>(<sub>) += <real>", "(<chars>)(<subs>)", "<single!>(<sub>) = <int>", "<complex!>(<sub>) = <real>", "<vec!>(<sub>) = <complex>",
              "<text!>([1 end])", "<nd!>(:, :, end + 1) = <mat>", "<nd!>(<subs>) = []", "(<range>)(<sub>)", "<vec!>(<sub>) = <text>", "<vec!>(<sub>) = <cell>"],
    "fields": ["<struct!>.a = <any>", "<struct!>.c.d = <any>", "<struct!>.(<field>)", "<struct!>", "<structs!>(<small>).a = <any>", "<structs!>.a", "<structs!>",
               "[<structs!>.a] = deal(0)", "<struct!>.a(<sub>) = <real>", "<struct!>.e{<small>} = <any>", "<struct!>.a", "fieldnames(<struct!>)",
               "<structs!>(end + 1).a = <any>", "isrow(<structs!>)", "<struct!>.missing", "numel(<structs!>)", "<structs!>(2).a", "<struct!>(2).b = 1",
               "size(<structs!>)", "isfield(<struct!>, {'a', 'zz'})", "<struct!>.('x y') = 1", "<struct!>.a.b.c(2).d = <any>", "isempty(<struct!>)", "<struct!>.a{2} = 3",
               "getfield(<struct!>, 'a')", "<structs!>(<sub>).a", "numfields(<struct!>)"],
    "several": ["[a1, b1] = max(<vec>)", "[a1, b1] = min(<mat>)", "[a1, b1] = sort(<vec>)", "[a1, b1] = sort(<words>)", "[a1, b1, c1] = unique(<vec>)",
                "[a1, b1, c1] = unique(<words>)", "[a1, b1] = ismember(<vec>, <vec>)", "[a1, b1] = ismember(<words>, <words>)", "[a1, b1] = size(<any>)",
                "[a1, b1, c1] = find(<mat>)", "[a1, b1] = find(<vec>)", "[a1, b1] = strtok(<text>, <delim>)", "[a1, b1] = deal(<any>)",
                "[a1, b1] = deal(<any>, <any>)", "[t1, n1] = regexp(<text>, <pat>, 'tokens', 'names')", "[s1, e1, te, m1, t1, nm, sp] = regexp(<text>, <pat>)",
                "[a1, b1] = cellfun(@max, {[1 5 2], <vec>})", "[a1, b1] = sort(<mat>, 'descend')", "[q1, r1] = deconv([1 5 6], [1 2])", "[a1, ~] = max(<vec>)",
                "[~, b1] = sort(<vec>)", "[a1, b1] = intersect(<vec>, <vec>)", "[a1, b1, c1] = union(<vec>, <vec>)", "[a1, b1] = setdiff(<vec>, <vec>)",
                "[a1, b1] = cellfun(@(x) deal(x, numel(x)), <cell>, 'UniformOutput', false)", "[a1, b1] = meshgrid(<vec>, <vec>)", "[a1, b1] = ind2sub([2 3], <vec>)",
                "[a1, b1] = <cell!>{:}", "[a1, b1, c1] = fileparts('/a/b.c')", "[a1, b1] = cummax(<vec>)", "[a1, b1] = mode(<vec>)", "[a1, b1] = size(<mat>)",
                "[tok, rem] = strtok(<text>)", "[a1, b1] = sortrows(<mat>)", "[a1, b1] = polyfit([1 2 3], [2 4 6], 1);", "[n1, x1] = hist([1 2 2 3 5], 3)",
                "[a1, b1] = regexp(<text>, <pat>, 'start', 'end')", "[a8{1:2}] = deal(<n>, <text>)", "[q9.a, q9.b] = deal(<n>, <any>)", "[a1, b1] = arrayfun(@(x) deal(x, x ^ 2), <vec>)",
                "[a1, b1] = func_two(<any>)", "[a1(2), b1] = deal(<n>, <n>)", "[a1, b1] = num2str(<n>)", "[a1, b1, c1] = size(<nd>)", ],
    "print": ["printf(<fmt>, <args>)", "disp(<any>)", "fprintf(<fmt>, <args>)", "disp(<mat>)", "fdisp(stdout, <any>)", "display(<any>)", "printf('%s\\n', <text>)",
              "printf('%d %s\\n', <args>)", "fprintf('%g\\n', <vec>)", "puts(<text>)", "fprintf(1, <fmt>, <args>)", "disp(<struct>)", "disp(<cell>)", "printf('[%s]\\n', num2str(<mat>))",
              "printf('%s|', <words!>{:})", "fprintf(<text>)", "disp(num2str(<vec>))", "printf('%f %d\\n', <int>)", "format long, <any>, format short", "format long, <real>, <vec>, format",
              "format long, <single>, <complex>, format", "format short g, <vec>, format", "format bank, <real>, format", "format long g, <mat>, format", 
              "format short e, <mat>, format", "format long e, <real>, format", "fprintf('%s\\n', mat2str(<mat>, 3))"],
    "flow": ["if <log>, disp('yes'), else, disp('no'), end", "if <any>, disp('yes'), else, disp('no'), end", "for k1 = <any>, k1, end", "for k1 = <vec>, disp(k1), end",
             "switch <any>, case {1, 'abc'}, disp('one'), case 2, disp('two'), otherwise, disp('other'), end", "switch <text>, case <words>, disp('in'), case <text>, disp('same'), end",
             "k2 = 0; while k2 < 3, k2++; if k2 == 2, continue, end, <vec!>(k2) = <real>; end, <vec!>", "k2 = 5; do k2--; until k2 < <small>, k2",
             "for k1 = <cell>, k1, end", "for k1 = <struct>, k1, end", "for k1 = 1:3, if k1 == <small>, break, end, k1, end, k1",
             "unwind_protect, <assign>, error('oops'), unwind_protect_cleanup, disp('clean'), end_unwind_protect", "k1 = 0; k1 += <real>; k1 *= <real>", "if <vec> == <vec>, 1, elseif <log>, 2, end",
             "for k1 = <mat>, k1', end", "for k1 = [], disp('never'), end, k1", "for k1 = zeros(0, 2), disp('twice'), end", "<real> && <log>", "<log> || <vec>", "~<any>", "!<log> == <log>",
             "k1 = <small>; while true, k1++; if k1 > 6 || <log>, break, end, end, k1",
             "switch <n>, case <n>, disp(1), case {<n>, <n>}, disp(2), otherwise, disp(3), end", "1:3 == 1:3", "a9 = b9 = <real>", "if (<vec>) disp('t'), end", "for [val, key] = struct('a', 1, 'b', <any>), key, val, end"],
    "errors": ["try, <any>, error('my:id', 'text %d', <n>), catch e1, e1.message, e1.identifier, end", "try, undefined_thing(<any>), catch e1, disp(e1.message), end",
               "error(<text>)", "error('pkg:sub', <text>)", "error('%s', <text>)", "try, error(<text>), catch, disp(lasterr()), end", "error('with newline\\n')",
               "try, error(struct('message', 'm1', 'identifier', 'a:b')), catch e1, e1, end", "x9 = <any> + <any>", "x9 = <any> * <any>", "[<any>; <any>]", "(<any>){1}", "(<any>).a", "(<any>)(<sub>)",
               "ones(2, 3) * ones(2, 3)", "undefined_name", "<f1>(<any>)", "<f2>(<any>, <any>)", "feval(<text>)", "str2func(<text>)", "<vec!>.x = 1", "<cell!>.x = 1", "<real!>{2} = 1", "<struct!>{1}",
               "warning('watch %d', <n>)", "warning('a:b', 'text')", "cell2mat(<cell>)", "<cell> + 1", "<struct> == 1", "<handle> + 1", "strrep(<any>, 'a', 'b')", "num2str(<any>)", "zeros(<any>)",
               "str2double(<any>)", "strcat(<any>, <any>)", "validateattributes(<any>, {'numeric'}, {'positive'})", "assert(<log>)", "inv(<any>)", "cellfun(@(x) [1 2], <cell>)",
               "cellfun(<handle>, <cell>)", "arrayfun(<handle>, <vec>)", "horzcat(<any>, <any>)", "strsplit(<any>)", "fieldnames(<any>)", "regexp(<any>, <pat>)", "rethrow(struct('message', 'again', 'identifier', 'x:y'))",
               "try, error('Octave:some-id', 'abc'), catch e1, fprintf('%s|%s\\n', e1.identifier, e1.message), end", "strjoin(<any>)", "upper(<any>)",
               "ismember(<any>, <any>)", "isfield(<any>, <any>)", "struct(<any>)", "cell(<any>)", "(<any>)'", "double(<any>)", "char(<any>)", "logical(<any>)", "sum(<any>)", "max(<any>)", "sort(<any>)",
               "unique(<any>)", "find(<any>)", "abs(<any>)", "round(<any>)", "any(<any>)", "numel(<any>)", "repmat(<any>, 2, 1)", "reshape(<any>, 2, [])", "fliplr(<any>)", "cat(1, <any>, <any>)", "mat2str(<any>)",
               "isequal(<any>, <any>)", "bitand(<any>, <any>)", "mod(<any>, <any>)", "cumsum(<any>)", "mean(<any>)", "std(<any>)", "int8(<any>)", "single(<any>)", "strcmp(<any>, <any>)", "lower(<any>)", "sprintf('%d', <any>)"],
    "state": ["clear <vec!>, exist('<vec!>')", "eval(<quoted>)", "eval('1 +;', 'disp(''caught'')')", "x9 = eval('5;')", "eval(<quoted>, 'disp(lasterr)')", "exist('sin')", "isvarname(<text>)", "evalc(<quoted>)",
              "class(<any>), size(<any>)", "ans", "<real>; ans", "isvarname('<real!>')", "func_count(1), func_count(1)", "global G1; G1 = <any>; func_global()", "nthargout(2, @max, <vec>)",
              "func_args(<args>)", "z9 = func_args(<args>)", "func_var(<args>)", "[a1, b1, c1] = func_var(<args>)", "func_two(<any>)", "func_default()", "func_default(<any>)", "func_none(<any>)", "x9 = func_none(1)", "func_two(1, 2, 3)",
              "feval(@func_default, <any>)", "feval('func_default', <any>)", "cellfun(@func_default, {1, 2})", "cellfun('isempty', <cell>)", "cellfun(@numel, <words>)", "cellfun('length', <cell>)", "arrayfun(@(k) k ^ 2, <vec>)",
              "cellfun(@(a, b) a + b, {1, 2}, {3, <n>})", "cellfun(@(x) error('no'), {1, 2}, 'ErrorHandler', @(e, x) e.index)", "structfun(@(x) numel(x), <struct!>)", "structfun(@class, <struct!>, 'UniformOutput', false)",
              "inputname(1)", "is_function_handle(<any>)", "func2str(<handle>)", "f9 = <handle>", "f9 = <handle>; f9(<real>)", "(<handle>)(<real>)", "(@(x) x + <real!>)(<vec>)", "func_rec(5)", "func_sub(<real>)"],
    "fun": ["accumarray([1; 2; 2; 3], <small>)", "accumarray([1 1; 2 2; 1 1], [1 2 3])", "accumarray([1; 3], [5; 6], [4 1])", "accumarray([1; 2; 1], [1; 2; 3], [], @max)", "interp1([1 2 3], [10 20 30], <vec>, 'linear', 'extrap')",
            "interp1([1 2 3], [10 20 30], <vec>, 'nearest')", "polyfit([0 1 2 3], [1 3 7 13], 2)", "polyval(<vec>, <vec>)", "roots([1 -3 2])", "cumsum(<mat>)", "cumprod(<mat>, 2)", "any(<mat>(:))", "strsplit(<text>, <delim>)", "strjoin(<words>)",
            "strjoin(<words>, ', ')", "regexp(<text>, <pat>, 'names')", "regexp(<text>, <pat>, 'tokens'){1}", "regexp(<words>, <pat>)", "regexpi(<text>, <pat>, 'match')", "regexp(<text>, <pat>, 'once', 'tokens')", "strfind(<text>, <word>)", "strfind(<words>, 'o')",
            "num2str(<any>)", "mat2str(<any>)", "disp(<any>)", "bitshift(<bits>, <n>)", "dec2bin(<bits>, 8)", "bin2dec('1011')", "hex2dec(<word>)", "str2num(<text>)", "str2double(<words>)", "fix(<vec> / 2)", "floor(<mat> / 2)", "mod(<vec>, <n>)",
            "rem(<vec>, <n>)", "norm(<vec>)", "norm(<mat>, 1)", "det(<mat>)", "rank(<mat>)", "trace(<mat>)", "lu([4 3; 6 3])", "chol([4 2; 2 3])", "inv([1 2; 3 4])", "[1 2; 3 4] \\ [5; 6]", "expm(zeros(2))", "cov(<vec>, <vec>)", "var(<vec>)", "std(<vec>, 1)",
            "median(<vec>)", "mode(<vec>)", "primes(20)", "factor(60)", "isprime(<vec>)", "gcd(12, <whole>)", "nchoosek(5, <small>)", "cellfun(@isempty, <cell>)", "triu(<mat>, 1)", "circshift(1:5, <n>)", "repmat(<text>, 2, 2)", "fliplr(<cell>)",
            "sub2ind([3 4], <small>, <small>)", "ndims(<any>)", "columns(<any>)", "rows(<any>)", "nnz(<log>)", "lookup([1 2 3], <vec>)", "histc(<vec>, [0 1 2])", "cross([1 0 0], [0 1 0])", "tril(<mat>)", "strncmp(<text>, <word>, 2)", "strcmpi(<words>, 'A')",
            "substr('hello', 2, 2)", "index(<text>, 'a')", "fieldnames(<struct>)", "isspace(<text>)", "cellfun(@(x) x, <cell>, 'UniformOutput', 0)", "validatestring(<text>, {'abc', 'Hello World'})", 
            "strjust(<chars>, 'center')", "untabify(\"\\ta\")", "regexptranslate('escape', <text>)", "merge(<log>, 1, 2)", "postpad(<vec>, 4)", "prepad(<vec>, 4)", "resize(<mat>, 2, 3)", "vec(<mat>)", "nextpow2(<real>)", "sign(<vec>)", "primes(<real>)", "celldisp({1, 'a'}, 'nm')",
            "max(<vec>, <real>)", "min(<int>, <real>)", "max(<single>, <vec>)", "floor(<complex>)", "cellfun(@plus, {1, 2}, {3, 4})", "cell2mat({1 2; 3 4})", "cell2mat({'ab', 'c'})", "struct2cell(<struct>)", "num2cell(<mat>)", "isequal(<struct>, <struct>)",
            "containers.Map({'a'}, {<any>}).values", "ismember(<cell>, 'a')", "setdiff(<words>, <words>)", "fft([1 2 3 4])", "ifft([1 2 3])", "filter([1 1] / 2, 1, <vec>)", "conv(<vec>, <vec>)", "deconv([1 3 2], [1 1])", "polyder(<vec>)", "polyint(<vec>)", "cumtrapz(<vec>)", "rot90(<mat>, <small>)",
            "sum(<nd>, <dim>)", "sum(<mat>(:)) / numel(<mat>)", "mean(<nd>, <dim>)", "squeeze(<nd>(1, :, :))", "size(<nd>)", "size(<any>, <dim>)", "size_equal(<any>, <any>)", "numel(<any>)", "length(<any>)", "isempty(<any>)", "blanks(3)", "toascii('a')", "strtrim(<words>)"],
    "grow": ["x7 = []; for k1 = 1:3, x7 = [x7, <real>]; end, x7", "x7 = {}; for k1 = 1:3, x7{end + 1} = k1 * <n>; end, x7", "x7 = ''; for k1 = 1:3, x7 = [x7 sprintf('%d,', k1)]; end, x7", "x7 = struct([]); x7(3).a = <any>", "x7(3) = <real>", "x7(2, 3) = <real>", "x7{3} = <any>", "x7.a(3) = <real>",
             "x7 = 'abc'; x7(6) = 'z'; double(x7)", "x7 = zeros(2, 0); x7(:, end + 1) = [1; 2]", "x7 = 1:3; x7(7) = <n>", "x7 = {}; x7(3) = {1}", "x7 = []; x7(end + 1).q = 1; x7(end + 1).q = <any>; x7", "x7 = int8([1 2]); x7(end + 1) = <n>", "x7 = true; x7(3) = <n>", "x7 = containers.Map(); x7('n') = <any>; x7.keys(), x7.Count",
             "x7 = 1:5; x7([1 3]) = []", "x7 = magic(4); x7(:, [1 3]) = []", "x7 = magic(4); x7([1 2], :) = []", "x7 = 'hello'; x7([1 end]) = []", "x7 = {1, 2, 3}; x7(2) = []", "x7 = magic(3); x7(2, 2) = []", "x7 = 1:5; x7(7) = []", "x7 = 1:3; x7([]) = []", "x7 = 1:3; x7([true false true]) = []"],
    "mixed": ["<leaf> <op> <leaf>", "class(<leaf> <op> <leaf>)", "(<leaf> <op> <leaf>) <op> <leaf>", "[<leaf>, <leaf>]", "[<leaf>; <leaf>]", "class([<leaf> <leaf>])", "<leaf> <cmp> <leaf>", "-(<leaf>)", "!(<leaf>)", "(<leaf>)'", "(<leaf> <op> <leaf>)'", "<class>(<leaf>)", "single(<leaf>) <op> <leaf>"],
    "leaf": lines("""1
        0
        -2
        2.5
        NaN
        Inf
        -0
        [1 2 3]
        [1;2]
        [1 2;3 4]
        [0.5 -1.5;2 0]
        []
        zeros(0,3)
        zeros(1,0)
        (1:3)
        (0:2)
        (3:-1:1)
        1i
        [1+2i 3]
        [1i;2]
        single(2)
        single([1 2 3])
        single(1.5)
        int8(5)
        int8([1 -2 3])
        uint8(200)
        uint8([1 2;3 250])
        int16(-300)
        int32([7;8])
        int64(5)
        uint64([1 2 3])
        true
        false
        [true false true]
        'a'
        'abc'
        "xy"
        ones(2,1,2)
        int8(-128)
        {1}
        struct('a',1)
        @sin"""),
    # ------------------------------------------------------------ large arrays
    "col": ["x", "y", "u8", "i16", "i32", "sg", "lg", "w", "z", "i64", "<number>", "(<col> <bigop> <col>)", "(<col> <bigop> <col>)", "(<col> <bigop> <col>)",
            "<bigf>(<col>)", "[<col>; <col>]", "[<col>, <col>]", "x(<part>)", "w(<part>)", "i16(<part>)", "z(<part>)", "y(x > 0)", "max(<col>, <number>)", "mod(<col>, 7)", "sort(<col>)", "min(<col>, x)"],
    "sq": ["A", "B", "S", "A'", "B'", "<number>", "(<sq> <bigop> <sq>)", "(<sq> <bigop> <sq>)", "(<sq> * <sq>)", "<bigf>(<sq>)", "[<sq>, <sq>]", "A(2:end, :)", "B(:, [3 1])", "sum(<sq>, <dim>)", "max(<sq>, [], <dim>)",
           "mean(<sq>, <dim>)", "cumsum(<sq>, <dim>)", "A(:, 1)", "B(2, :)", "repmat(<sq>, 1, 2)", "reshape(A, 35, [])", "sort(<sq>, <dim>)", "any(<sq>)", "permute(<sq>, [2 1])", "flipud(<sq>)", "circshift(<sq>, 3)"],
    "number": ["2", "0.5", "-1", "3", "-0.5", "7", "true", "int8(3)", "single(1.5)", "'a'", "1i", "int16(2)", "NaN"],
    "part": ["1:10", "end:-1:1", "2:2:end", "[1 5000 1]", ":", "4000:end", "1:end-1"],
    "bigop": words("+ - .* ./ .\\ .^ == ~= < <= > >= & | - + .*"),
    "bigf": words("abs floor single double int16 uint8 sqrt exp round int32 real sum cumsum max sign -  ~ isnan fix ceil any all min mean sin logical imag conj numel"),
}  # fmt: skip

FUNCTIONS = """
function [a, b] = func_two(x)
  a = class(x);
  if nargout > 1, b = size(x); end
end
function r = func_default(x)
  if nargin < 1, x = 'none'; end
  r = x;
end
function func_none(x)
  printf('nargin %d nargout %d\\n', nargin, nargout);
end
function r = func_args(varargin)
  printf('%d in, %d out\\n', nargin, nargout);
  r = numel(varargin);
end
function varargout = func_var(varargin)
  for k = 1:min(nargout, nargin), varargout{k} = varargin{k}; end
end
function r = func_count(k)
  persistent n;
  if isempty(n) || k == 0, n = 0; end
  n += k; r = n;
end
function func_global()
  global G1
  G1
end
function r = func_rec(n)
  if n <= 1, r = 1; else r = n * func_rec(n - 1); end
end
function r = func_sub(x)
  r = x;
  if x > 2, return, end
  r = -x;
end
"""

REFERENCE = re.compile(rf"<({'|'.join(RULES)})(!?)>")


def short_texts(name):
    """What a rule becomes where a text is deep enough: texts of leaves; where there is none, the first."""
    leaves = {leaf for leaf, texts in RULES.items() if not any(REFERENCE.search(text) for text in texts)}
    found = [text for text in RULES[name] if all(m[1] in leaves and not m[2] for m in REFERENCE.finditer(text))]
    return found or RULES[name][:1]


SHORT = {name: short_texts(name) for name in RULES}


class Script:
    """The statements of a script, by its number."""

    def __init__(self, number):
        self.r = random.Random(number)
        self.lines = []
        self.known = set()
        if number % 10 == 9:
            self.large()
            return
        for _ in range(self.r.randint(2, 6)):
            before = len(self.lines)
            line = self.text("stmt", self.r.choice([2, 3, 4]))
            # what it reads stands before it: text() put that into self.lines
            assert len(self.lines) >= before
            self.lines.append(line)

    def text(self, rule, depth):
        chosen = self.r.choice(RULES[rule] if depth > 0 else SHORT[rule])
        return REFERENCE.sub(lambda m: self.variable(m[1]) if m[2] else self.text(m[1], depth - 1), chosen)

    def variable(self, kind):
        name = self.r.choice(VARIABLES[kind])
        if name not in self.known:
            self.known.add(name)
            self.lines.append(f"{name} = {self.text(kind, 1 if self.r.random() < 0.7 else 0)}{self.r.choice(['', ';', ';'])}")
        return name

    def large(self):
        square = self.r.random() < 0.3
        made = LARGE_MATRICES if square else LARGE
        text = self.text("sq" if square else "col", self.r.choice([2, 3, 3, 4]))
        self.lines += [f"{name} = {value};" for name, value in made.items() if re.search(rf"\b{name}\b", text)]
        self.lines += [
            f"q = {text};",
            "class(q), size(q), iscomplex(q)",
            "q = double(q(unique(min(numel(q), [1 2 17 333 701 4000 numel(q)]))));",
            "printf(' %.5g', real(q), imag(q)), disp('')",
        ]
