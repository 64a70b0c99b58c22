import type { CanonicalUrl } from '../url/url.ts';
import { above } from './area.ts';
import type { Memory } from './memory.ts';
import { emptyNoise, type NoiseMeter } from './noise.ts';
import type { Region } from './region.ts';
import type { TokenRules } from './token-rules.ts';

/** What decided that a pattern is a trap, for people. */
export type TrapKind =
  /** Pages say nothing that pages of the area did not say before, and lead to more of their kind. */
  | 'near-duplicate'
  /** The same, word for word, as pages that are known. */
  | 'duplicate'
  /** Redirects to another page of the pattern, or ids that redirect to what is known. */
  | 'redirect'
  /** Folders come again and again. */
  | 'repetition'
  /** A page to return to, in a page to return to. */
  | 'nesting'
  /** A page that was visited under another id of a session. */
  | 'session'
  /** One of ever more ways to combine parameters or folders, of which those that were tried showed nothing new. */
  | 'combination'
  /** It was found only on pages that a host makes up for any URL. */
  | 'made-up';

/** What was learnt of the URLs of one pattern (`shape.ts`). */
export interface PatternAccount {
  /** Names it in pending URLs; never used again. */
  readonly id: number;
  readonly pattern: string;
  /** Id of its area's account. */
  area: number;
  /** Id of the pattern on whose page the last of its URLs that was visited had been found; 0: none. */
  from: number;
  /** Of its shape (`shape.ts`). */
  readonly depth: number;
  readonly choices: number;
  readonly dated: boolean;
  readonly plain: boolean;
  /** One of its URLs had one. */
  sign: boolean;
  readonly token: boolean;
  visits: number;
  /** Its first page brought nothing, and nothing has been found through it since. */
  failed: boolean;
  /** A page of it led to more of its kind. */
  breeds: boolean;
  /** Visits that brought something new. */
  novel: number;
  /** New pages that were found through its own. */
  earned: number;
  /** Points against it since the last visit that brought something, its own or one found through it. */
  points: number;
  /** Of these, points for links that may be known after all: not yet compared with what was spilled. */
  unproven: number;
  kind: TrapKind;
  /** What its last page said, in 16 bits. */
  last: number;
  /** The last of its pages that counted against it. */
  example?: CanonicalUrl;
}

/** What was learnt of an area: of all patterns that stand in one folder, or of one path with parameters. */
export interface AreaAccount {
  readonly id: number;
  readonly area: string;
  /** Parts of its path. */
  readonly depth: number;
  /** Id of the pattern of its first page. */
  readonly founder: number;
  readonly memory: Memory;
  /** Patterns whose first page brought nothing but more of them, and those whose brought something new; by level. */
  readonly failed: number[];
  readonly succeeded: number[];
}

/** All that a host's body knows of traps. */
export interface TrapAccounts {
  nextId: number;
  /** By pattern, the longest unmet first. */
  readonly patterns: Map<string, PatternAccount>;
  /** By id, the longest unmet first. */
  readonly areas: Map<number, AreaAccount>;
  /** Areas by name; several names may mean one area, whose pages say the same. */
  readonly names: Map<string, number>;
  /** Words before numbers that are another in every answer: what no page means to say. */
  readonly noise: NoiseMeter;
  readonly rules: TokenRules;
  /** Where the host may make its pages up, by the pattern at which that was noticed. */
  readonly regions: Map<string, Region>;
  /** URLs that cannot exist and are to be asked for; whoever does so takes them out. Not stored. */
  readonly probes: CanonicalUrl[];
  /** Pages that are to be visited a second time, as soon as may be; in the same way. */
  readonly again: CanonicalUrl[];
  /** First visits that counted against nothing, and those that did. */
  productive: number;
  barren: number;
  /** Held URLs that were tried all the same because the verdict was doubtful. */
  appeals: number;
  /** Grows when what is held may have changed. */
  epoch: number;
  /** Something that was held need not be any more; whoever acts on it takes it back. */
  opened: boolean;
}

export function emptyAccounts(): TrapAccounts {
  return {
    ...{ nextId: 1, patterns: new Map(), areas: new Map(), names: new Map() },
    ...{ noise: emptyNoise(), rules: new Map(), regions: new Map(), probes: [], again: [] },
    ...{ productive: 0, barren: 0, appeals: 0, epoch: 0, opened: false },
  };
}

const maxPatterns = 64;
const maxAreas = 12;
const maxNames = 64;

export function patternById(
  accounts: Pick<TrapAccounts, 'patterns'>,
  id: number,
): PatternAccount | undefined {
  if (id === 0) return undefined;
  for (const account of accounts.patterns.values()) if (account.id === id) return account;
  return undefined;
}

export function areaOf(accounts: TrapAccounts, area: string): AreaAccount | undefined {
  const id = accounts.names.get(area);
  return id === undefined ? undefined : accounts.areas.get(id);
}

/** The account of an area, or of the next one above that has one. The root is above nothing. */
export function nearestArea(accounts: TrapAccounts, area: string): AreaAccount | undefined {
  for (let name = area; name !== '' && name !== '/'; name = above(name)) {
    const known = areaOf(accounts, name);
    if (known !== undefined) return known;
  }
  return area === '/' ? areaOf(accounts, area) : undefined;
}

/** Forgets what says least: patterns with nothing against them, areas that were not met for long. */
export function tidy(accounts: TrapAccounts): void {
  const { patterns, areas, names } = accounts;
  if (patterns.size > maxPatterns) {
    const [first] = [...patterns.values()].sort((a, b) => worth(a) - worth(b));
    if (first !== undefined) patterns.delete(first.pattern);
  }
  if (areas.size > maxAreas) {
    const inUse = new Set([...patterns.values()].filter((one) => one.points > 0).map((one) => one.area));
    const oldest = [...areas.keys()].find((id) => !inUse.has(id)) ?? areas.keys().next().value;
    if (oldest !== undefined) areas.delete(oldest);
  }
  for (const [name, id] of names) if (!areas.has(id)) names.delete(name);
  for (const name of names.keys()) {
    if (names.size <= maxNames) break;
    names.delete(name);
  }
}

function worth({ points, earned, visits }: PatternAccount): number {
  return points * 1_000 + Math.min(earned, 100) + Math.min(visits, 10);
}

/** Nothing counts against a pattern any more. */
export function clear(account: PatternAccount): void {
  account.points = 0;
  account.unproven = 0;
  delete account.example;
}
