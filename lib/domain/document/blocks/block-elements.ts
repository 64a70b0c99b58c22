/** Elements without content or end tag. */
export const voidElements = setOf(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen',
);

/** Their content is not shown, or not text. */
export const unshownElements = setOf(
  'script style template iframe noembed noframes svg math object canvas audio video map',
);

/** Elements that flow with the text around them; all others are blocks of their own. */
export const inlineElements = setOf(
  'a abbr acronym b bdi bdo big cite code data del dfn em font g i img ins kbd label mark nobr output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr br button input',
);

/** What the start of an element ends, when it is open inside the nearest of `within`. */
export const impliedEnds: ReadonlyMap<
  string,
  { readonly ends: ReadonlySet<string>; readonly within: ReadonlySet<string> }
> = new Map(
  Object.entries({
    li: { ends: setOf('li'), within: setOf('ul ol menu dir') },
    dt: { ends: setOf('dt dd'), within: setOf('dl') },
    dd: { ends: setOf('dt dd'), within: setOf('dl') },
    tr: { ends: setOf('tr td th'), within: setOf('table tbody thead tfoot') },
    td: { ends: setOf('td th'), within: setOf('tr table') },
    th: { ends: setOf('td th'), within: setOf('tr table') },
    tbody: { ends: setOf('tbody thead tfoot tr td th'), within: setOf('table') },
    tfoot: { ends: setOf('tbody thead tfoot tr td th'), within: setOf('table') },
    option: { ends: setOf('option'), within: setOf('select datalist') },
    a: { ends: setOf('a'), within: setOf('td th table object') },
  }),
);

/** A block element inside a paragraph ends the paragraph. */
export const endsParagraph = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr main menu nav ol p pre search section summary table ul li dt dd tr td th',
);

/** Names that most elements have: one string for each, so that sets need not hash a new one for every tag. */
const usualNames: ReadonlyMap<string, string> = new Map(
  [
    ...[...voidElements, ...unshownElements, ...inlineElements, ...impliedEnds.keys(), ...endsParagraph],
    ...['html', 'head', 'body', 'title', 'th', 'thead', 'caption', 'noscript', 'select', 'textarea'],
  ].map((name) => [name, name]),
);

/** The name of an element, which stands there in any case. */
export function elementName(html: string, start: number, end: number): string {
  const written = html.slice(start, end);
  return usualNames.get(written) ?? written.toLowerCase();
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
