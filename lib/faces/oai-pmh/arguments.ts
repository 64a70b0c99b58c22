import { defined } from '../../base/defined.ts';

/** What a request of OAI-PMH is refused with, by the protocol's own names. */
export type OaiError =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noMetadataFormats'
  | 'noRecordsMatch'
  | 'noSetHierarchy';

/** A request that the protocol answers with an error. */
export class OaiProblem extends Error {
  readonly code: OaiError;

  constructor(code: OaiError, message: string) {
    super(message);
    this.name = 'OaiProblem';
    this.code = code;
  }
}

type ArgumentName = 'identifier' | 'metadataPrefix' | 'from' | 'until' | 'set' | 'resumptionToken';

export type Arguments = { readonly [A in ArgumentName]?: string };

interface Verb {
  readonly required: readonly ArgumentName[];
  readonly optional: readonly ArgumentName[];
  /** It may stand alone, in place of all others. */
  readonly resumes: boolean;
}

const listed: Verb = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumes: true };

const verbs = {
  Identify: { required: [], optional: [], resumes: false },
  ListMetadataFormats: { required: [], optional: ['identifier'], resumes: false },
  ListSets: { required: [], optional: [], resumes: true },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], resumes: false },
  ListIdentifiers: listed,
  ListRecords: listed,
} as const satisfies Readonly<Record<string, Verb>>;
export type VerbName = keyof typeof verbs;

const dateForm = /^(?!0000)\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/;

/** What an argument has to look like. */
const forms: Readonly<Record<ArgumentName, Pick<RegExp, 'test'>>> = {
  identifier: { test: isUri },
  metadataPrefix: /^[\w.!~*'()-]{1,200}$/,
  from: dateForm,
  until: dateForm,
  set: /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/,
  // Whether it is one is for whoever reads it to say.
  resumptionToken: /^/,
};
const longest = 8_000;

/** Whether it is an absolute URI, or at least a relative one: an answer repeats it, and would not be valid with another text. */
function isUri(text: string): boolean {
  if (!/^[!-~]{1,1000}$/.test(text) || /%(?![\da-f]{2})|[[\]]/i.test(text)) return false;
  if (text.indexOf('#') !== text.lastIndexOf('#')) return false;
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:/i.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  if (rest.startsWith('//')) return scheme !== '' && /^\/\/[\w.~-]+(?::\d{1,5})?(?:[/?#]|$)/.test(rest);
  return scheme !== '' || !/^[^/?#]*:/.test(rest);
}

/** The arguments of a request, each as its verb takes it. @throws OaiProblem `badVerb`, `badArgument` */
export function readArguments(given: URLSearchParams): {
  readonly verb: VerbName;
  readonly args: Arguments;
} {
  const named = given.getAll('verb');
  const [name = ''] = named;
  if (named.length !== 1 || !Object.hasOwn(verbs, name))
    throw new OaiProblem(
      'badVerb',
      named.length > 1 ? 'verb: it is given twice' : `verb: expected one of ${Object.keys(verbs).join(', ')}`,
    );
  const verb = name as VerbName;
  const { required, optional, resumes }: Verb = verbs[verb];
  const known: ReadonlySet<string> = new Set([
    ...required,
    ...optional,
    ...(resumes ? ['resumptionToken'] : []),
  ]);
  const args: { [A in ArgumentName]?: string } = {};
  for (const [key, value] of given) {
    if (key === 'verb') continue;
    if (!known.has(key)) throw bad(`${clip(key)}: ${verb} does not take it`);
    const argument = key as ArgumentName;
    if (args[argument] !== undefined) throw bad(`${key}: it is given twice`);
    if (value.length > longest || !forms[argument].test(value))
      throw bad(`${argument}: ${clip(value)} is none`);
    args[argument] = value;
  }
  if (args.resumptionToken !== undefined) {
    if (Object.keys(args).length > 1) throw bad('resumptionToken: give it without other arguments');
    return { verb, args };
  }
  const lacking = required.filter((one) => args[one] === undefined);
  if (lacking.length > 0) throw bad(`${verb} needs ${lacking.join(' and ')}`);
  return { verb, args };
}

/** What is selected by datestamps, in epoch seconds, both included. @throws OaiProblem `badArgument` */
export function readDates({ from, until }: Arguments): { readonly from?: number; readonly until?: number } {
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw bad('from and until: give both as days, or both with the time');
  const begin = from === undefined ? undefined : secondsOf('from', from);
  const rest = until?.includes('T') ? 0 : daySeconds - 1;
  const end = until === undefined ? undefined : secondsOf('until', until) + rest;
  if (begin !== undefined && end !== undefined && begin > end) throw bad('from is later than until');
  return defined({ from: begin, until: end });
}

const daySeconds = 86_400;

function secondsOf(name: string, text: string): number {
  const iso = text.includes('T') ? text : `${text}T00:00:00Z`;
  const at = Date.parse(iso);
  // JavaScript makes the 2nd of March of the 30th of February.
  if (!Number.isFinite(at) || utcTime(at / 1_000) !== iso) throw bad(`${name}: ${text} is no day or time`);
  return at / 1_000;
}

/** @param seconds since the epoch */
export function utcTime(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;
}

const bad = (message: string) => new OaiProblem('badArgument', message);

function clip(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
