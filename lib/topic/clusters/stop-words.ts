/**
 * English words that say nothing of what a page is about; used where nobody gives a list. Terms that nearly all documents
 * have count for little in other languages, too (`idfOf`).
 */
export const englishStopWords: readonly string[] = `
a about above after again against all also although always am among an and another any are as at away back be became because
been before began being below between both but by came can cannot come could did do does done down during each either else
even ever every few first for found from further get gets give given go goes got had has have having he her here hers him his
how however i if in including indeed instead into is it its itself just keep kept large last later least less like made mainly
make makes many may me might more most mostly much must my near nearly need never new next no nor not nothing now of off often
on once one only onto or other others our out over own part people per perhaps put quite rather really s same see seem seen
several she should since small so some still such t take taken than that the their them themselves then there these they thing
things this those though three through thus time to today together too took toward towards two under until up upon us use used
using usually various very was way we well went were what when where whether which while who whole whom whose why will with
within without would year years yet you your
`
  .trim()
  .split(/\s+/);
