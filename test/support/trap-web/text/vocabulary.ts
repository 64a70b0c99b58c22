/** Words of English that the prose of the test web is made of. */
const list = (words: string): readonly string[] => words.trim().split(/\s+/);

export const nouns = list(`
apple archive baker barn bell bench bicycle bird boat book bottle boundary branch bridge brook builder cable camera
candle canal carriage carpenter castle cellar chapel chart chimney choir clock cloth collar colony concert copper
corner cottage council counter courtyard cradle crane crew curtain customer dairy daughter decision deer desk dialect
diary dock doctor document drawing driver duck engine envelope essay estate evening exhibition factory family farmer
fence festival field fisherman flood flour forest fountain furnace gallery garden gardener gate glacier glass grain
grandmother granite harbour harvest hedge hill horse hospital hotel housekeeper ink inn iron island jacket journal
judge kettle kitchen ladder lake lamp landlord lantern law leather legend lesson letter library lighthouse limestone
lock loom machine mansion map market marsh mason match meadow melody merchant meteor mill mineral miner mirror
monastery mountain museum musician needle neighbour newspaper notebook oak oar observatory office orchard orchestra
organ oven owner painter palace paper parish parliament path peasant pencil piano pigeon pillow planet plate plough
poem port portrait potter prayer printer prison quarry quarter quilt railway rain record recipe reservoir river road
roof rope rose saddle sailor salt school sculptor seed shepherd ship shoe shop signal silk silver singer slope smith
snow soldier song spring square stable station statue steam stone storm story stream street student study sugar
summer surgeon swan table tailor teacher telescope temple theatre thread tide tiger timber toll tower town tractor
trader train tram treaty tree tunnel valley vessel village vineyard violin visitor voyage wagon wall wardrobe
warehouse watch water wedding well wheat wheel whistle widow wind window winter witness wolf wood wool workshop`);

export const adjectives = list(`
abandoned ancient annual blue brick bright broad broken calm careful cheap clear coarse cold common crooked curious
damp dark deep dense distant dry dusty early eastern elegant empty faded famous fine firm forgotten fragile frozen
gentle golden green grey handsome heavy hidden hollow honest huge humble idle inland joint kind large late lively
local lonely long loose lower massive mild modest muddy narrow native neat new noble northern odd old painted pale
patient plain poor private proud public quiet rare red remote restored rich rough round rural rusty sacred shallow
sharp short silent simple slender slow small smooth solid southern spare steep stern strange strong stubborn sturdy
tall temporary thick thin tidy timid tiny unusual upper vacant vast warm western white wide wild wooden young`);

export const verbs = list(`
admired adopted altered arranged attended avoided bought borrowed built buried carried changed chose cleaned closed
collected completed copied covered crossed defended delivered described designed destroyed discovered divided donated
drained drew examined exchanged explained explored finished followed found founded gathered guarded hid hired
ignored improved inherited inspected introduced invented joined kept left lent lifted loaded lost maintained measured
mended missed moved named needed noticed observed offered opened ordered owned painted passed photographed planned
planted polished praised preferred prepared preserved printed promised protected published pulled purchased raised
rebuilt received recorded refused remembered removed rented repaired replaced rescued restored returned saved shaped
shared sketched sold studied supplied surveyed tested touched traded translated visited washed watched welcomed
widened wrapped`);

export const places = list(`
Aldham Arkley Ashby Barrow Belford Bexton Bramley Brigham Calder Carlow Chesham Clifton Corby Crowden Dalton Denby
Dunmore Easton Elgin Elmstead Fairford Farley Felton Galway Glenroe Grafton Hadley Harlow Hatton Helmsley Hexham
Ilford Kelby Kenton Kilmore Langley Larne Ludlow Malton Marsden Melrose Milford Moorby Nairn Newby Norton Oakham
Orford Otley Penrith Pickering Preston Radley Ripley Romney Rugby Selby Settle Shelby Skipton Stanton Stowe Sutton
Thirsk Thornby Tilbury Upton Walford Warley Welby Whitby Winslow Wooler Yarm`);

export const people = list(`
Abbott Adler Ainsley Barlow Becker Bishop Bolton Calloway Carver Clarke Conway Cooper Dawson Draper Ellis Fairchild
Farrow Fletcher Forbes Gibson Glover Granger Greene Hallam Harper Hewitt Holloway Hudson Irving Jarvis Keller Lambert
Larkin Lennox Lowell Marlowe Mercer Merrick Monroe Nolan Norris Osborne Palmer Parrish Pemberton Porter Quincy Ramsey
Redmond Rowley Sanders Sawyer Shelton Sinclair Slater Stanley Tanner Thatcher Turner Vaughan Wagner Walker Webster
Weston Whitaker Wilder Winters Woodward Wyatt Yates`);
