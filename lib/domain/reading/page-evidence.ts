import { hashOf } from '../../base/bytes/hash.ts';
import { defined } from '../../base/defined.ts';
import type { LinkPlace } from '../../base/links/link.ts';
import { percentDecoded } from '../../base/url/percent-decoded.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { PageControls } from '../../documents/parse.ts';
import {
  announcements,
  announces,
  asksForConsent,
  asksForScripts,
  isAboutConsent,
  isAcceptance,
  isWaiting,
  namesConsent,
  speaksToVisitor,
} from './evidence-phrases.ts';
import { countWords, says, wordsOf } from './evidence-words.ts';

/** What a page can stand in for: a page that is not there, that wants a login or consent, or that scripts make. */
export const standInKinds = ['not-found', 'login', 'consent', 'scripts'] as const;

export type StandInKind = (typeof standInKinds)[number];

/** A page as it was read. */
export interface SeenPage {
  readonly url: CanonicalUrl;
  readonly title: string;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  /** Visible text; blocks apart by line feeds. */
  readonly text: string;
  /** Where navigation, asides and footers begin and end in `text`, in turn. */
  readonly asides?: readonly number[];
  readonly links: readonly { readonly href: string; readonly anchor: string; readonly place: LinkPlace }[];
  readonly noindex: boolean;
  /** It leads elsewhere by itself, at once or later. */
  readonly moves: boolean;
  /** Looked at where a page says little. */
  controls(): PageControls;
}

/** What in a page tells that it may stand in for another. Only a page that says little has any. */
export interface PageEvidence {
  readonly seems?: StandInKind;
  /** What tells that, for people. */
  readonly by: readonly string[];
  /** Whether that is enough, whatever else the host answers. */
  readonly isEnough: boolean;
  /** The address says the same as the page: it is what it seems, unless a redirect led there. */
  readonly isNamed: boolean;
  /** The page has nothing of its own but a few words: no picture, form or link but to the start of its host. */
  readonly isBare: boolean;
  /** A hash of all that it says but the path of its address; absent: it says too little. */
  readonly likeness?: number;
}

/** UTF-16 units of the longest page that is looked at, without navigation, asides and footers. */
const mostOwn = 2_500;
/** Words outside of links of a soft 404, and of what tells nothing; of a login with its links. */
const most = { prose: 80, bareProse: 40, login: 60 } as const;

/** The page as its signs are looked for. */
interface Looked extends SeenPage {
  /** Lines outside of navigation, asides and footers, as words. */
  readonly lines: readonly string[];
  readonly segments: readonly string[];
  /** The lines of `segments` and the first headings, as words. */
  readonly titled: ReadonlySet<string>;
  readonly shown: PageControls;
  /** Links that a visitor sees outside of navigation, headers, asides and footers. */
  readonly linked: SeenPage['links'];
  /** Words outside of links. */
  readonly prose: number;
  readonly urlWords: ReadonlySet<string>;
  /** Those of its path and query. */
  readonly pathWords: ReadonlySet<string>;
}

type Found = Pick<PageEvidence, 'seems' | 'by' | 'isEnough'>;

/** Undefined: nothing tells that the page stands in for another, and nothing may. */
export function pageEvidence(page: SeenPage): PageEvidence | undefined {
  const own = ownText(page);
  if (own.length > mostOwn) return undefined;
  const looked = look(page, own);
  const likeness = looked.prose > most.prose ? undefined : likenessOf(looked);
  const found = ofScripts(looked) ?? ofConsent(looked) ?? ofLogin(looked) ?? ofNotFound(looked);
  const isBare = found === undefined && hasNothing(looked);
  if (found === undefined && likeness === undefined) return undefined;
  const isNamed = found?.seems === undefined ? namesItself(looked) : isAbout(looked, found.seems);
  return { ...(found ?? { by: [], isEnough: false }), isNamed, isBare, ...defined({ likeness }) };
}

function ownText({ text, asides = [] }: SeenPage): string {
  const ends = [0, ...asides, text.length];
  const parts = ends.flatMap((start, i) => (i % 2 === 0 ? [text.slice(start, ends[i + 1])] : []));
  return parts.join('\n');
}

const betweenSegments = /\s[-–—/]\s|[|–—·:»«•]/;

function look(page: SeenPage, own: string): Looked {
  const lines = own.split('\n').map(wordsOf).filter(Boolean);
  const segments = page.title.split(betweenSegments).filter((one) => wordsOf(one) !== '');
  const shown = page.links.filter(({ place, anchor }) => isShown(place) && anchor !== '');
  const said = lines.reduce((sum, line) => sum + countWords(line), 0);
  return {
    ...page,
    ...{ lines, segments },
    titled: new Set([...segments, page.title].map(wordsOf)),
    shown: page.controls(),
    linked: shown.filter(({ place }) => place !== 'header'),
    prose: said - shown.reduce((sum, { anchor }) => sum + countWords(wordsOf(anchor)), 0),
    urlWords: new Set(wordsOf(percentDecoded(page.url)).split(' ')),
    pathWords: new Set(wordsOf(pathOf(page.url)).split(' ')),
  };
}

const isAround: ReadonlySet<LinkPlace> = new Set(['nav', 'aside', 'footer', 'head', 'text']);

function isShown(place: LinkPlace): boolean {
  return !isAround.has(place);
}

function pathOf(url: string): string {
  return percentDecoded(url.slice(url.indexOf('/', url.indexOf('://') + 3)));
}

/** A page of scripts that says nothing but that it wants them, or that it is being made. */
function ofScripts({ shown, lines, titled, linked }: Looked): Found | undefined {
  const { hasScripts, media, noscript } = shown;
  if (!hasScripts || media > 0) return undefined;
  const wants = lines.some(asksForScripts);
  const isOnly = lines.every(
    (line) => asksForScripts(line) || isWaiting(line) || (wants && titled.has(line)),
  );
  const isAsked = wants || asksForScripts(wordsOf(noscript));
  if (!isOnly || !isAsked || linked.length > 0) return undefined;
  const by = [
    'it has scripts',
    wants ? 'it says nothing but that it wants them' : 'it says nothing but in noscript that it wants them',
  ];
  return { seems: 'scripts', by, isEnough: true };
}

/** A page of which each line is about consent, with a button or link that gives it. */
function ofConsent({ shown, lines, titled, headings, links, segments }: Looked): Found | undefined {
  const onButtons = shown.labels.map(wordsOf);
  const giving = [...onButtons, ...links.map(({ anchor }) => wordsOf(anchor))].filter(isAcceptance);
  if (shown.media > 0 || shown.passwords > 0 || giving.length === 0) return undefined;
  if (!lines.some(asksForConsent)) return undefined;
  const inHeader = links.flatMap(({ anchor, place }) => (place === 'header' ? [wordsOf(anchor)] : []));
  const labels = new Set([...onButtons, ...giving, ...inHeader].flatMap((label) => label.split(' ')));
  const heads = new Set(headings.map(({ text }) => wordsOf(text)));
  const site = segments.length > 1 ? wordsOf(segments.at(-1) ?? '') : undefined;
  const isTitled = segments.some((one) => namesConsent(wordsOf(one)) || asksForConsent(wordsOf(one)));
  const isSiteName = (line: string): boolean => line === site || (isTitled && titled.has(line));
  const isOfIt = (line: string): boolean =>
    asksForConsent(line) ||
    (heads.has(line)
      ? namesConsent(line)
      : isAboutConsent(line) || isSiteName(line) || line.split(' ').every((word) => labels.has(word)));
  if (!lines.every(isOfIt)) return undefined;
  return { seems: 'consent', by: ['each line speaks of consent', 'a button gives it'], isEnough: true };
}

/** A short page with a field for a password, of which title or first heading is about nothing else. */
function ofLogin(page: Looked): Found | undefined {
  const { shown, lines } = page;
  if (shown.passwords === 0) return undefined;
  const places = announced(page, 'login');
  const words = lines.reduce((sum, line) => sum + countWords(line), 0);
  if (places.length === 0 || words > most.login) return undefined;
  return { seems: 'login', by: [...places, 'a field for a password', 'little text'], isEnough: true };
}

/** A short page that says in its title, its headings or its first lines that there is none. */
function ofNotFound(page: Looked): Found | undefined {
  const { lines, prose, noindex, url } = page;
  if (prose > most.prose) return undefined;
  const places = announced(page, 'not-found');
  const inLine = lines.slice(0, 4).some((line) => announces(line, announcements['not-found'], page.urlWords));
  if (places.length === 0 && !(inLine && prose <= most.bareProse)) return undefined;
  const others = lines.filter((line) => !page.titled.has(line)).join(' ');
  const path = pathOf(url);
  const signs = [
    ...(speaksToVisitor(others) ? ['a sentence to who asked for it'] : []),
    ...(path.length > 1 && page.text.includes(path) ? ['the path that was asked for'] : []),
    ...(noindex ? ['noindex'] : []),
  ];
  const by = [...(places.length === 0 ? ['one of its first lines'] : places), ...signs, 'little text'];
  return { seems: 'not-found', by, isEnough: places.length > 0 && signs.length > 0 };
}

/** Where a page announces something and nothing else. */
function announced(
  { segments, headings, titled, urlWords }: Looked,
  kind: keyof typeof announcements,
): readonly string[] {
  const isSo = (line: string): boolean => announces(line, announcements[kind], urlWords);
  const inTitle = segments.some(isSo);
  const heads = headings.filter(({ level }) => level <= 2);
  const first = heads.toSorted((a, b) => a.level - b.level)[0];
  const inHeading =
    first !== undefined &&
    isSo(first.text) &&
    (inTitle || heads.every(({ text }) => isSo(text) || titled.has(wordsOf(text))));
  return [...(inTitle ? ['its title'] : []), ...(inHeading ? ['a heading'] : [])];
}

function hasNothing({ shown, prose, linked, headings, moves }: Looked): boolean {
  const { media, passwords, hasFields } = shown;
  const leads = linked.some(({ href }) => href !== '/');
  return (
    media === 0 &&
    passwords === 0 &&
    !hasFields &&
    !leads &&
    !moves &&
    prose <= most.bareProse &&
    headings.length <= 2
  );
}

/** Names of pages that are about what they seem to be. */
const names = {
  'not-found': '404 410 notfound error errors missing introuvable fehler erreur'.split(' '),
  login:
    'login logon signin sign auth sso session sessions account anmelden anmeldung connexion inloggen kirjaudu iniciar acceso accedi accesso'.split(
      ' ',
    ),
  consent:
    'cookie cookies privacy consent datenschutz gdpr dsgvo confidentialite privacidad privacidade policy legal imprint'.split(
      ' ',
    ),
} as const satisfies Readonly<Record<Exclude<StandInKind, 'scripts'>, readonly string[]>>;

/** An address that a server made to come back from, with the page that was asked for in it. */
function leadsBack(url: CanonicalUrl): boolean {
  return [...new URL(url).searchParams.values()].some((value) => /^(?:https?:|\/)/i.test(value));
}

/** Whether the address of a page says that it is about what it seems. */
function isAbout({ url, pathWords, segments }: Looked, kind: StandInKind): boolean {
  if (kind === 'scripts' || leadsBack(url)) return false;
  if (names[kind].some((name) => pathWords.has(name))) return true;
  if (kind === 'consent') return false;
  // `/seite-nicht-gefunden`: all words of the announcement.
  return segments.some(
    (one) =>
      announces(one, announcements[kind], nothing) &&
      wordsOf(one)
        .split(' ')
        .every((word) => pathWords.has(word)),
  );
}

const nothing: ReadonlySet<string> = new Set();

/** Whether title or headings have a word of the address. */
function namesItself({ title, headings, pathWords }: Looked): boolean {
  const said = wordsOf([title, ...headings.map(({ text }) => text)].join(' '));
  return [...pathWords].some((word) => word.length > 2 && says(said, word));
}

/** UTF-16 units that a page says at least to be known by them. */
const fewest = 12;

/** Whoever quotes the path that was asked for says the same to all. */
function likenessOf({ lines, title, url }: Looked): number | undefined {
  const said = [wordsOf(title), ...lines].join('\n').replaceAll(wordsOf(pathOf(url)) || '\n\n', '');
  return said.length < fewest ? undefined : hashOf(said);
}
