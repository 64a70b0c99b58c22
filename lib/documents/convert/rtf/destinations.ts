import { byName } from '../../../base/by-name.ts';
/** What the text of a group is for. */
export type Destination =
  | 'text'
  | 'skip'
  /** Said again in Unicode in a group inside of it (`ud`). */
  | 'ansi'
  | 'fonts'
  | 'styles'
  | 'info'
  | 'instruction'
  | 'label'
  | 'author'
  /** The name of a property of a shape, and its value. */
  | 'property'
  | 'value';

/** Groups whose text is none of the document: pictures, tables of colours, lists and revisions, data of programs. */
const skipped = [
  ...['colortbl', 'filetbl', 'listtable', 'listoverridetable', 'revtbl', 'rsidtbl', 'xmlnstbl', 'pgptbl'],
  ...['pict', 'objdata', 'objclass', 'nonshppict', 'themedata', 'colorschememapping', 'datastore'],
  ...['generator', 'latentstyles', 'bkmkstart', 'bkmkend', 'atnid', 'atnref', 'atrfstart', 'atrfend'],
  ...['mmathPr', 'fontemb', 'fontfile', 'datafield', 'formfield', 'ffdeftext', 'private', 'passwordhash'],
  ...[
    'pnseclvl',
    'ftnsep',
    'ftnsepc',
    'ftncn',
    'aftnsep',
    'aftnsepc',
    'aftncn',
    'background',
    'template',
    'tc',
    'xe',
  ],
];

/** Groups that are part of the text although a reader that does not know them may leave them out. */
const seen = [
  ...[
    'fldinst',
    'fldrslt',
    'field',
    'footnote',
    'header',
    'headerl',
    'headerr',
    'headerf',
    'footer',
    'footerl',
  ],
  ...[
    'footerr',
    'footerf',
    'annotation',
    'shptxt',
    'shp',
    'shpinst',
    'shpgrp',
    'moMath',
    'moMathPara',
    'result',
    'upr',
    'ud',
    'nesttableprops',
  ],
  ...['pntext', 'listtext', 'ftnalt', 'shppict', 'pn', 'atnauthor', 'object', 'do', 'dptxbxtext'],
];

/** Fields of the information group, and the names that pages give these. */
export const infoNames = byName({
  title: 'title',
  subject: 'subject',
  author: 'author',
  keywords: 'keywords',
  doccomm: 'description',
  company: 'publisher',
});

/** Properties of shapes whose values people read: letters along a path, what a picture shows. */
export const readProperties: ReadonlySet<string> = new Set(['gtextUNICODE', 'wzDescription']);

const known: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ...skipped.map((name) => [name, 'skip'] as const),
  ...seen.map((name) => [name, 'text'] as const),
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['info', 'info'],
  ['fldinst', 'instruction'],
  ['listtext', 'label'],
  ['pntext', 'label'],
  ['pn', 'skip'],
  ['nesttableprops', 'skip'],
  ['atnauthor', 'author'],
  ['sp', 'text'],
  ['sn', 'property'],
  ['sv', 'value'],
  ['upr', 'ansi'],
]);

/** Groups of codes: they are skipped wherever they begin, as what follows in their group are codes, too. */
const codes = new Set(['pict', 'objdata', 'datastore', 'themedata', 'colorschememapping']);

/** Whether a word begins a group of its own only where it comes first in the group. */
export function mustComeFirst(word: string): boolean {
  return known.get(word) === 'skip' && !codes.has(word);
}

/** How parts of formulas look (`mfPr`, `mctrlPr`). */
const propertiesOfFormula = /^m[a-zA-Z]{1,20}Pr$/;

/** @returns undefined: the word begins no group of its own */
export function destinationOf(word: string): Destination | undefined {
  return known.get(word) ?? (propertiesOfFormula.test(word) ? 'skip' : undefined);
}

/** Character sets of documents: of the Macintosh, of IBM PCs, of the IBM PS/2. */
export const pages = byName({ mac: 10000, pc: 437, pca: 850 });

/** Character sets of fonts (`\fcharset`) and their code pages. */
export const codePageOfCharset: Readonly<Record<number, number>> = {
  77: 10000,
  78: 10001,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** Control words and symbols that stand for a character. */
export const characterOf = byName({
  tab: '\t',
  line: '\n',
  lbr: '\n',
  '~': '\u00a0',
  _: '\u2011',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
});
