1;
function set_it(), global G; G = 5; end
function r = get_it(), global G; r = G; end
global G
G = 1;
set_it();
G
G = 7;
get_it()
