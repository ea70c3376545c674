% Parts of large arrays, whose statements wait: sums of what they give.

%% statements 1 to 6
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=reshape(mod(1:10608,97),34,26,12)>40; y=x(22:32,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:4686,97),66,71)*2+1; z=x; x(1:3:66,:)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=single(reshape(mod(1:10086,97),123,82))+1; y=x(mod(1:123,3)==1,1:3:82)(:); chk(y); y=x(:); chk(y); z=x; x(mod(1:123,3)==1,end)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:17784,97),26,36,19)*2+1; y=x(:,36:-1:1,12:13)(:); chk(y); y=x(:); chk(y); t=x(4071:13300); x(4071:13300)=t+t; chk(x); y=x(end); y=y+1; chk(y); t=x(26:-1:2,455:522); x(26:-1:2,455:522)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:18165,97),105,173)*2+1; x=x+x; chk(x); z=x; x(105:-1:3,1:2:173)=1; chk(x); chk(z); y=x(18165:-1:3); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:23443,97),119,197)*2+1; z=x; x(24:47,:)=0; chk(x); chk(z); t=x(43:51,197:-2:1); x(43:51,197:-2:1)=t+t; chk(x); y=x(1:2:119,75:173)(:); chk(y); y=x(:); chk(y); y=x(119:-1:3,197:-1:2); y=y+1; chk(y); catch e, disp(e.message); end
%> [11 312] 5408 9297913
%> [66 71] 303310 712300205
%> [66 71] 452592 1062967879
%> [1148 1] 56171 32390375
%> [10086 1] 494214 2499993125
%> [123 82] 491988 2477669945
%> [123 82] 494214 2499993125
%> [1872 1] 180482 168852906
%> [17784 1] 1723002 1.532977147e+10
%> [26 36 19] 2617574 2.31080238e+10
%> [1 1] 68 68
%> [26 36 19] 2923934 2.697694441e+10
%> [105 173] 3520422 3.199685873e+10
%> [105 173] 1792221 1.626644865e+10
%> [105 173] 3520422 3.199685873e+10
%> [1 18163] 1810368 1.645570377e+10
%> [119 197] 1812073 2.12548914e+10
%> [119 197] 2272057 2.664513921e+10
%> [119 197] 1850861 2.170836788e+10
%> [5940 1] 471162 1400619908
%> [23443 1] 1850861 2.170836788e+10
%> [117 196] 1827268 2.094785126e+10

%% statements 7 to 12
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=int32(reshape(mod(1:19488,97),21,32,29))*2; x=x+x; chk(x); x=x+x; chk(x); y=x(:,32:-1:3,1:2:29); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:39600,97),200,198)*2+1; t=x(mod(1:200,3)==1,198:-1:1); x(mod(1:200,3)==1,198:-1:1)=t+t; chk(x); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:13608,97),28,27,18))*2; z=x; x(end,27:-1:2,:)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:20520,97),38,27,20)*2+1; t=x(1:3:38,:,13:13); x(1:3:38,:,13:13)=t+t; chk(x); z=x; x(:,end)=0; chk(x); chk(z); x=x+x; chk(x); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:12610,97),130,97))*2; z=x; x(end,:)=0; chk(x); chk(z); t=x(1:3:130,:); x(1:3:130,:)=t+t; chk(x); t=x(1:3:130,97:-2:1); x(1:3:130,97:-2:1)=t+t; chk(x); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:8232,97),28,21,14))*2; y=x(:,:)(:); chk(y); y=x(:); chk(y); y=x(mod(1:28,3)==1,9:14,:); y=y+1; chk(y); catch e, disp(e.message); end
%> [21 32 29] 3740464 3.649434178e+10
%> [21 32 29] 7480928 7.298868355e+10
%> [21 30 15] 3643602 1.724379162e+10
%> [200 198] 5125626 1.015103294e+11
%> [28 27 18] 1260022 8580703124
%> [28 27 18] 1304492 8883671188
%> [38 27 20] 2021737 2.083745832e+10
%> [38 27 20] 2019077 2.078291519e+10
%> [38 27 20] 2021737 2.083745832e+10
%> [38 27 20] 4038154 4.156583039e+10
%> [130 97] 1201248 7590211200
%> [130 97] 1210560 7651748000
%> [130 97] 1601664 1.012056212e+10
%> [130 97] 2006068 1.267690515e+10
%> [8232 1] 789348 3257679292
%> [8232 1] 789348 3257679292
%> [10 6 14] 80434 32802792

%% statements 13 to 18
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=reshape(mod(1:10080,97),21,20,24)>40; y=x(:,4:15,end)(:); chk(y); y=x(:); chk(y); y=x(5:11,14:15,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:25454,97),178,143)*2+1; t=x(87:155,:); x(87:155,:)=t+t; chk(x); t=x(1:3:178,end); x(1:3:178,end)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:11900,97),25,28,17)>40; y=x(1:3:25,476:-1:2); y=y+1; chk(y); catch e, disp(e.message); end
try, x=single(reshape(mod(1:5915,97),91,65))+1; y=x(:,44:58); y=y+1; chk(y); t=x(:,end); x(:,end)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:13431,97),111,121)*2+1; y=x(61:99,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:11388,97),73,156)>40; y=x(48:52,1:3:156); y=y+1; chk(y); catch e, disp(e.message); end
%> [252 1] 153 20040
%> [10080 1] 5817 29422148
%> [7 2 24] 525 87535
%> [178 143] 3424303 4.362925655e+10
%> [178 143] 3432722 4.384282631e+10
%> [9 475] 6743 14416938
%> [91 15] 68173 46120158
%> [91 65] 294476 888992350
%> [39 121] 462918 1093148390
%> [5 52] 406 52720

%% statements 19 to 24
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=reshape(mod(1:15600,97),130,120)*2+1; z=x; x(1:2:130,[39,104,26,89])=0; chk(x); chk(z); y=x(:,120:-1:2); y=y+1; chk(y); y=x(130:-1:3,1:2:120)(:); chk(y); y=x(:); chk(y); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:14112,97),36,28,14))*2; t=x(34,28:-1:1,:); x(34,28:-1:1,:)=t+t; chk(x); y=x(36:-2:1,:)(:); chk(y); y=x(:); chk(y); y=x(921:11290); y=y+1; chk(y); z=x; x(mod(1:36,3)==1,end,14:-2:1)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:15840,97),32,33,15)*2+1; y=x(:,end,12:13); y=y+1; chk(y); t=x(1:3:32,495:-1:1); x(1:3:32,495:-1:1)=t+t; chk(x); y=x(10772:13837); y=y+1; chk(y); t=x(32:-2:1,1:3:33,:); x(32:-2:1,1:3:33,:)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:28161,97),189,149)*2+1; x=x+x; chk(x); x=x+x; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:15950,97),25,22,29)*2+1; z=x; x(25:-1:2,:)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:21700,97),155,140)>40; z=x; x(:)=0; chk(x); chk(z); y=x([87,116,39,123],1:2:140)(:); chk(y); y=x(:); chk(y); z=x; x(:)=1; chk(x); chk(z); catch e, disp(e.message); end
%> [130 120] 1488454 1.162020499e+10
%> [130 120] 1512000 1.180797476e+10
%> [130 119] 1493360 1.155655424e+10
%> [7680 1] 733280 2814910522
%> [15600 1] 1488454 1.162020499e+10
%> [36 28 14] 1390060 9814730512
%> [7056 1] 713884 2519953628
%> [14112 1] 1390060 9814730512
%> [1 10370] 1033594 5351766173
%> [36 28 14] 1381602 9747369624
%> [36 28 14] 1390060 9814730512
%> [32 1 2] 5376 174368
%> [32 33 15] 2062151 1.634251962e+10
%> [1 3066] 400520 615785155
%> [32 33 15] 2418034 1.924734568e+10
%> [189 149] 5459266 7.689893927e+10
%> [189 149] 10918532 1.537978785e+11
%> [25 22 29] 76960 614028085
%> [25 22 29] 1544924 1.232726468e+10
%> [155 140] 0 0
%> [155 140] 12517 135942618
%> [280 1] 0 0
%> [21700 1] 0 0
%> [155 140] 21700 235455850
%> [155 140] 0 0

%% statements 25 to 30
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=int32(reshape(mod(1:12648,97),31,34,12))*2; t=x(31:-2:1,end); x(31:-2:1,end)=t+t; chk(x); t=x(:,408:-2:1); x(:,408:-2:1)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:10296,97),104,99)*2+1; y=x(end,[51,14,71,28]); y=y+1; chk(y); y=x(42:69,99:-1:3); y=y+1; chk(y); z=x; x(9:102,[66,69,24,64])=0; chk(x); chk(z); catch e, disp(e.message); end
try, x=single(reshape(mod(1:21390,97),138,155))+1; y=x(138:-1:3,mod(1:155,3)==1); y=y+1; chk(y); z=x; x([36,132,123,41],:)=0; chk(x); chk(z); y=x(138:-2:1,:); y=y+1; chk(y); y=x(138:-1:2,155:-1:2); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:9360,97),26,24,15)*2+1; z=x; x(:,1:2:24,3:5)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:28036,97),163,172)*2+1; z=x; x(:,35)=1; chk(x); chk(z); z=x; x(end,71:104)=0; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:10707,97),83,129)*2+1; y=x(end,26); y=y+1; chk(y); catch e, disp(e.message); end
%> [31 34 12] 1212778 7679774666
%> [31 34 12] 1818960 1.152715817e+10
%> [1 4] 170 244
%> [28 97] 266168 365923964
%> [104 99] 961754 4939485208
%> [104 99] 997578 5145335998
%> [136 52] 353784 1255153436
%> [138 155] 1016656 1.087730087e+10
%> [138 155] 1046985 1.120174097e+10
%> [69 155] 519162 2777372046
%> [137 154] 1024688 1.081708148e+10
%> [26 24 15] 817034 4049006936
%> [26 24 15] 905664 4242182104
%> [163 172] 2703766 3.806975704e+10
%> [163 172] 2719216 3.815672552e+10
%> [163 172] 2700584 3.802451134e+10
%> [163 172] 2703766 3.806975704e+10
%> [1 1] 50 50

%% statements 31 to 36
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=reshape(mod(1:34848,97),198,176)>40; y=x(:,:); y=y+1; chk(y); y=x(end,176:-1:3); y=y+1; chk(y); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:28272,97),31,38,24))*2; y=x(8:20,5:6,14); y=y+1; chk(y); y=x(30:30,12:21,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:29184,97),32,38,24)*2+1; t=x(end); x(end)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:6600,97),30,20,11)*2+1; t=x(30:-2:1,20:-2:1,:); x(30:-2:1,20:-2:1,:)=t+t; chk(x); x=x+x; chk(x); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:6764,97),76,89))*2; z=x; x(:,end)=0; chk(x); chk(z); z=x; x(end,end)=0; chk(x); chk(z); y=x(:,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=single(reshape(mod(1:4485,97),65,69))+1; y=x(555:1717)(:); chk(y); y=x(:); chk(y); y=x(:,:); y=y+1; chk(y); t=x(:,mod(1:69,3)==1); x(:,mod(1:69,3)==1)=t+t; chk(x); y=x(1447); y=y+1; chk(y); catch e, disp(e.message); end
%> [198 176] 54952 957651852
%> [1 174] 272 23758
%> [13 2] 2340 37557
%> [1 10 24] 23218 2786948
%> [32 38 24] 2830093 4.133008784e+10
%> [30 20 11] 799826 2652179720
%> [30 20 11] 1599652 5304359440
%> [76 89] 641772 2155335284
%> [76 89] 647640 2194851600
%> [76 89] 641772 2155335284
%> [76 89] 641772 2155335284
%> [76 89] 648536 2178214514
%> [1163 1] 56966 32954586
%> [4485 1] 218937 492513467
%> [65 69] 223422 502573322
%> [65 69] 286212 652391757
%> [1 1] 91 91

%% statements 37 to 42
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=int32(reshape(mod(1:5400,97),90,60))*2; y=x(5400:-2:1); y=y+1; chk(y); t=x(1:2:90,60:-2:1); x(1:2:90,60:-2:1)=t+t; chk(x); t=x(:,60:-1:3); x(:,60:-1:3)=t+t; chk(x); x=x+x; chk(x); catch e, disp(e.message); end
try, x=single(reshape(mod(1:35409,97),33,37,29))+1; x=x+x; chk(x); x=x+x; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:36417,97),199,183)*2+1; y=x(1:2:199,mod(1:183,3)==1); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:4032,97),64,63)*2+1; y=x(3452:3570); y=y+1; chk(y); catch e, disp(e.message); end
try, x=single(reshape(mod(1:18228,97),93,196))+1; t=x(:,:); x(:,:)=t+t; chk(x); y=x(mod(1:18228,3)==1); y=y+1; chk(y); y=x(5:22,196:-1:1); y=y+1; chk(y); catch e, disp(e.message); end
try, x=single(reshape(mod(1:17388,97),23,28,27))+1; z=x; x(23:-2:1,1:3:756)=0; chk(x); chk(z); catch e, disp(e.message); end
%> [1 2700] 261006 351833952
%> [90 60] 645772 1753125670
%> [90 60] 1271258 3504011330
%> [90 60] 2542516 7008022660
%> [33 37 29] 3469718 6.147702965e+10
%> [33 37 29] 6939436 1.229540593e+11
%> [100 61] 597426 1822779570
%> [1 119] 12520 725520
%> [93 196] 1785810 1.629874022e+10
%> [1 6076] 601222 1829202562
%> [18 196] 346644 621091956
%> [23 28 27] 702880 6116825295
%> [23 28 27] 851137 7405394802

%% statements 43 to 48
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=single(reshape(mod(1:15386,97),157,98))+1; y=x(82,1:2:98); y=y+1; chk(y); z=x; x(75,98:-1:3)=1; chk(x); chk(z); x=x+x; chk(x); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:24764,97),164,151))*2; y=x(1:2:164,151:-2:1); y=y+1; chk(y); y=x(:,103)(:); chk(y); y=x(:); chk(y); y=x(1:2:164,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:6142,97),74,83)>40; t=x(74:-1:3,83:-1:2); x(74:-1:3,83:-1:2)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:39200,97),196,200)*2+1; z=x; x(:,31:199)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:14523,97),141,103)*2+1; t=x(:,mod(1:103,3)==1); x(:,mod(1:103,3)==1)=t+t; chk(x); t=x(141:-2:1,1:2:103); x(141:-2:1,1:2:103)=t+t; chk(x); catch e, disp(e.message); end
try, x=reshape(mod(1:21472,97),176,122)*2+1; y=x(1:3:176,122:-1:3); y=y+1; chk(y); t=x(:,122:-1:2); x(:,122:-1:2)=t+t; chk(x); x=x+x; chk(x); catch e, disp(e.message); end
%> [1 49] 2452 61563
%> [157 98] 748246 5758642813
%> [157 98] 752864 5795410965
%> [157 98] 1496492 1.151728563e+10
%> [82 76] 604448 1881311640
%> [164 1] 16854 1343862
%> [24764 1] 2375430 2.942650456e+10
%> [82 151] 1200034 7433399405
%> warning: value not equal to 1 or 0 converted to logical 1
%> [74 83] 3528 10850364
%> [196 200] 620250 3154660202
%> [196 200] 3801404 7.45475885e+10
%> [141 103] 1884424 1.370309389e+10
%> [141 103] 2367394 1.723449164e+10
%> [59 120] 693840 2458154076
%> [176 122] 4145560 4.469507199e+10
%> [176 122] 8291120 8.939014398e+10

%% statements 49 to 54
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=reshape(mod(1:18000,97),25,40,18)>40; y=x(:,23:33,[12,2,18,11]); y=y+1; chk(y); z=x; x(10:11,:,:)=1; chk(x); chk(z); y=x(18000:-1:2); y=y+1; chk(y); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:16464,97),112,147))*2; x=x+x; chk(x); t=x(112:-2:1,end); x(112:-2:1,end)=t+t; chk(x); y=x(112:-2:1,147:-1:2)(:); chk(y); y=x(:); chk(y); z=x; x(16464:-2:1)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=single(reshape(mod(1:11571,97),29,21,19))+1; x=x+x; chk(x); y=x(18:20,:,19:-1:3); y=y+1; chk(y); y=x(:,:,19:-1:1); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:14803,97),131,113)*2+1; y=x(125:128,:); y=y+1; chk(y); y=x(:,:); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:15120,97),36,20,21)*2+1; y=x(18:19,1:3:20,12:14); y=y+1; chk(y); y=x(13:25,1:3:20,21:-1:3)(:); chk(y); y=x(:); chk(y); catch e, disp(e.message); end
try, x=single(reshape(mod(1:9504,97),144,66))+1; y=x(:,66:-1:3); y=y+1; chk(y); y=x(29:124,end); y=y+1; chk(y); y=x(:,66:-1:1)(:); chk(y); y=x(:); chk(y); catch e, disp(e.message); end
%> [25 11 4] 1716 947483
%> [25 40 18] 10986 98941235
%> [25 40 18] 10375 93432195
%> [1 17999] 28985 260808751
%> [112 147] 3157680 2.60160472e+10
%> [112 147] 3169024 2.620214562e+10
%> [8176 1] 1580688 6416072800
%> [16464 1] 3169024 2.620214562e+10
%> [112 147] 1586904 1.307382073e+10
%> [112 147] 3169024 2.620214562e+10
%> [29 21 19] 1132082 6556394068
%> [3 21 17] 105621 56625164
%> [29 21 19] 1143653 6611573122
%> [4 113] 43722 9959318
%> [131 113] 1448570 1.07283944e+10
%> [2 7 3] 4222 89202
%> [1729 1] 167763 143811489
%> [15120 1] 1465790 1.109794928e+10
%> [144 64] 460847 2117218495
%> [96 1] 4772 231442
%> [9504 1] 465696 2206291328
%> [9504 1] 465696 2220216704

%% statements 55 to 60
1;
function chk(y), y=double(y); printf('%s %.10g %.10g\n', mat2str(size(y)), sum(y(:)), sum(y(:).*(1:numel(y))')); end
try, x=int32(reshape(mod(1:25021,97),191,131))*2; z=x; x(191:-2:1,85:97)=0; chk(x); chk(z); z=x; x(:,mod(1:131,3)==1)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=reshape(mod(1:15800,97),200,79)*2+1; y=x(15800:-1:1); y=y+1; chk(y); x=x+x; chk(x); y=x(mod(1:200,3)==1,end)(:); chk(y); y=x(:); chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:30888,97),156,198)*2+1; z=x; x(156:-2:1,:)=1; chk(x); chk(z); catch e, disp(e.message); end
try, x=int32(reshape(mod(1:13464,97),33,34,12))*2; y=x(33:-1:3,19:20,12:-1:3)(:); chk(y); y=x(:); chk(y); catch e, disp(e.message); end
try, x=single(reshape(mod(1:38800,97),194,200))+1; y=x(end); y=y+1; chk(y); catch e, disp(e.message); end
try, x=reshape(mod(1:30240,97),28,40,27)*2+1; y=x(end,:); y=y+1; chk(y); y=x(:,15:21,[16,23,14,22]); y=y+1; chk(y); catch e, disp(e.message); end
%> [191 131] 2281204 2.799760551e+10
%> [191 131] 2401740 3.008155419e+10
%> [191 131] 1529184 1.887363607e+10
%> [191 131] 2281204 2.799760551e+10
%> [1 15800] 1547626 1.220986353e+10
%> [200 79] 3063652 2.4238694e+10
%> [67 1] 13454 473340
%> [15800 1] 3063652 2.4238694e+10
%> [156 198] 1512378 2.336388102e+10
%> [156 198] 2993910 4.625052905e+10
%> [620 1] 61356 18875540
%> [13464 1] 1291218 8704033538
%> [1 1] 2 2
%> [1 1080] 105808 57204460
%> [28 7 4] 76460 30070274
