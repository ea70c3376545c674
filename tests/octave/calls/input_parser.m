%% inputParser: required, optional, switch and parameter
1;
function t(varargin)
  p = inputParser;
  p.addRequired("req1", @(x) ischar(x));
  p.addOptional("op1", "val", @(x) any(strcmp(x, {"val", "foo"})));
  p.addOptional("op2", 78, @(x) x > 50);
  p.addSwitch("verbose");
  p.addParameter("line", "tree", @(x) any(strcmp(x, {"tree", "circle"})));
  try
    p.parse(varargin{:});
    r = p.Results
    u = p.UsingDefaults
    m = p.Unmatched;
    fieldnames(m)
  catch e
    disp(e.message)
  end
end
t("file", "foo", 80, "line", "circle", "verbose")
t("file")
t("file", "foo")
t()
t(1)
t("file", "foo", 20)
t("file", "bad")
t("file", "foo", 51, "line", "round")
t("file", "foo", 51, "none", 3)
t("file", "foo", 51, 3, 4)
t("file", "line", "circle")
t("file", "foo", 80, "LINE", "circle")
%> r =
%>
%>   scalar structure containing the fields:
%>
%>     req1 = file
%>     op1 = foo
%>     op2 = 80
%>     line = circle
%>     verbose = 1
%>
%> u = {}(0x0)
%> ans = {}(0x1)
%> r =
%>
%>   scalar structure containing the fields:
%>
%>     req1 = file
%>     op1 = val
%>     op2 = 78
%>     line = tree
%>     verbose = 0
%>
%> u =
%> {
%>   [1,1] = op1
%>   [1,2] = op2
%>   [1,3] = line
%>   [1,4] = verbose
%> }
%>
%> ans = {}(0x1)
%> r =
%>
%>   scalar structure containing the fields:
%>
%>     req1 = file
%>     op1 = foo
%>     op2 = 78
%>     line = tree
%>     verbose = 0
%>
%> u =
%> {
%>   [1,1] = op2
%>   [1,2] = line
%>   [1,3] = verbose
%> }
%>
%> ans = {}(0x1)
%> inputParser.parse: not enough input arguments
%> failed validation of REQ1. Checked with "@(x) ischar (x)"
%> failed validation of OP2
%> Validation function: @(x) x > 50
%> argument 'BAD' is not a valid parameter
%> failed validation of LINE. Checked with "@(x) any (strcmp (x, {"tree", "circle"}))"
%> argument 'NONE' is not a valid parameter
%> non-string for Parameter name or Switch
%> r =
%>
%>   scalar structure containing the fields:
%>
%>     req1 = file
%>     op1 = val
%>     op2 = 78
%>     line = circle
%>     verbose = 0
%>
%> u =
%> {
%>   [1,1] = op1
%>   [1,2] = op2
%>   [1,3] = verbose
%> }
%>
%> ans = {}(0x1)
%> r =
%>
%>   scalar structure containing the fields:
%>
%>     req1 = file
%>     op1 = foo
%>     op2 = 80
%>     line = circle
%>     verbose = 0
%>
%> u =
%> {
%>   [1,1] = verbose
%> }
%>
%> ans = {}(0x1)

%% inputParser: what is unmatched, and its other properties
p = inputParser;
p.KeepUnmatched = true;
p.FunctionName = "myfn";
p.addParameter("a", 1);
p.parse("b", 2, "a", 5);
p.Unmatched, p.Results, p.Parameters, class(p)
q = p; q.FunctionName = "zz"; p.FunctionName
isobject(p)
try, p.Foo, catch e, disp(e.message), end
try, p.Foo = 1, catch e, disp(e.message), end
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     b = 2
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 5
%>
%> ans =
%> {
%>   [1,1] = a
%> }
%>
%> ans = inputParser
%> ans = zz
%> ans = 1
%> subsref: unknown method or property: Foo
%> subsasgn: unknown property: Foo

%% inputParser: additions that are wrong
p = inputParser;
p.addParameter("a", 1);
try, p.addParameter("a", 2), catch e, disp(e.message), end
try, p.addOptional("o", 2), catch e, disp(e.message), end
try, p.addRequired("o"), catch e, disp(e.message), end
%> inputParser.addParameter: argname 'a' has already been specified
%> inputParser.Optional: can't have Optional arguments after Parameter or Switch
%> inputParser.addRequired: can't have a Required argument after Optional, Parameter, or Switch

%% inputParser: structs, functions instead of methods, checks
p = inputParser;
p.addParameter("x", 0);
p.parse(struct("x", 7)); p.Results.x
addParameter(p, "y", 3, @isnumeric); parse(p, "y", 4); p.Results
try, p.parse("y", "a"), catch e, disp(e.message), end
p.addParamValue("z", 1); p.Parameters
p = inputParser(); p.CaseSensitive = true; p.addParameter("x", 0);
try, p.parse("X", 1), catch e, disp(e.message), end
p = inputParser(); p.addRequired("r", @(x) validateattributes(x, {"numeric"}, {"positive"}));
p.parse(2), p.Results
try, p.parse(-1), catch e, disp(e.message), end
p = inputParser(); p.addOptional("o", 5, @isnumeric); p.addParameter("n", 1); p.parse("n", 2); p.Results
%> ans = 7
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     y = 4
%>     x = 0
%>
%> failed validation of Y. Checked with "isnumeric"
%> ans =
%> {
%>   [1,1] = x
%>   [1,2] = y
%>   [1,3] = z
%> }
%>
%> argument 'X' is not a valid parameter
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     r = 2
%>
%> failed validation of R. input must be positive
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     o = 5
%>     n = 2
%>
