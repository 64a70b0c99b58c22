import { byName } from '../../../base/by-name.ts';

/** Glyphs whose names are neither letters nor letters with an accent (Adobe Glyph List), as far as texts have them. */
const named = byName({
  ...{ space: ' ', exclam: '!', quotedbl: '"', numbersign: '#', dollar: '$', percent: '%', ampersand: '&' },
  ...{ quotesingle: "'", quoteright: '’', quoteleft: '‘', parenleft: '(', parenright: ')', asterisk: '*' },
  ...{ plus: '+', comma: ',', hyphen: '-', minus: '−', period: '.', slash: '/', colon: ':', semicolon: ';' },
  ...{ less: '<', equal: '=', greater: '>', question: '?', at: '@', bracketleft: '[', backslash: '\\' },
  ...{ bracketright: ']', asciicircum: '^', underscore: '_', grave: '`', braceleft: '{', bar: '|' },
  ...{ braceright: '}', asciitilde: '~', zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5' },
  ...{ six: '6', seven: '7', eight: '8', nine: '9', ff: 'ff', fi: 'fi', fl: 'fl', ffi: 'ffi', ffl: 'ffl' },
  ...{
    endash: '–',
    emdash: '—',
    quotedblleft: '“',
    quotedblright: '”',
    quotedblbase: '„',
    quotesinglbase: '‚',
  },
  ...{ guillemotleft: '«', guillemotright: '»', guilsinglleft: '‹', guilsinglright: '›', ellipsis: '…' },
  ...{ bullet: '•', periodcentered: '·', dagger: '†', daggerdbl: '‡', section: '§', paragraph: '¶' },
  ...{
    germandbls: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    oslash: 'ø',
    Oslash: 'Ø',
    lslash: 'ł',
    Lslash: 'Ł',
  },
  ...{
    eth: 'ð',
    Eth: 'Ð',
    thorn: 'þ',
    Thorn: 'Þ',
    dotlessi: 'ı',
    Euro: '€',
    sterling: '£',
    yen: '¥',
    cent: '¢',
  },
  ...{ copyright: '©', registered: '®', trademark: '™', degree: '°', plusminus: '±', multiply: '×', mu: 'µ' },
  ...{ onehalf: '½', onequarter: '¼', threequarters: '¾', questiondown: '¿', exclamdown: '¡' },
});

/** Accents by the end of a name, as marks behind a letter. */
const accents = byName({
  ...{ grave: '\u0300', acute: '\u0301', circumflex: '\u0302', tilde: '\u0303', dieresis: '\u0308' },
  ...{ ring: '\u030a', hungarumlaut: '\u030b', caron: '\u030c', cedilla: '\u0327', ogonek: '\u0328' },
  ...{ breve: '\u0306', macron: '\u0304', dotaccent: '\u0307' },
});

/** The text of a glyph by its name; undefined: the name says nothing. */
export function glyphText(name: string): string | undefined {
  const known = named.get(name);
  if (known !== undefined || /^[A-Za-z]$/.test(name)) return known ?? name;
  const accent = accents.get(name.slice(1));
  if (accent !== undefined) return `${name.charAt(0)}${accent}`.normalize('NFC');
  const code = /^uni([0-9A-F]{4})$|^u([0-9A-F]{4,5})$/.exec(name);
  return code === null ? undefined : String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', 16));
}

const vectors = /\[\s*((?:\/[^\s()<>[\]{}/%]+\s*){200,256})\]/g;
const places = /\bdup\s+(\d{1,3})\s*\/([^\s()<>[\]{}/%]+)\s+put\b/g;

/** What codes of strings stand for, as far as all encodings of a document agree (PostScript Language Reference §5.3). */
export function readEncodings(source: string): ReadonlyMap<number, string> {
  const found = new Map<number, string | undefined>();
  const add = (code: number, name: string): void => {
    const text = name === '.notdef' ? undefined : glyphText(name);
    if (name === '.notdef' || found.get(code) === text) return;
    found.set(code, found.has(code) ? undefined : text);
  };
  for (const [, names = ''] of source.matchAll(vectors))
    for (const [code, name] of (names.match(/[^\s/]+/g) ?? []).entries()) add(code, name);
  for (const [, code, name = ''] of source.matchAll(places)) add(Number(code), name);
  return new Map([...found].filter((one): one is [number, string] => one[1] !== undefined));
}
