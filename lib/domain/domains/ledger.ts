import type { HostName } from '../url/url.ts';

/**
 * How a job stands with one registered domain: which of its hosts are being tried out, and how many more may be.
 * Hosts have to be earned, because a server can make up any number of them: a domain may try out a few at once, and
 * each whose first page brings something new earns it more tries. All functions here are pure; to do anything twice
 * is to do it once.
 */
export interface Ledger {
  /** Hosts that were ever opened, seeds included. */
  readonly hosts: number;
  /** The host that was there first; it needs no credit. */
  readonly first?: HostName;
  /** Hosts that hold a try, and out of which of the two purses it came. */
  readonly trying: Readonly<Record<string, Purse>>;
  /** Tries left. `credit`: for hosts that were found on hosts in good standing. `spare`: for any. */
  readonly credit: number;
  readonly spare: number;
  /** `budgets.newHosts` as it was when credit was last reckoned. */
  readonly newHosts: number;
  /** Hosts whose first page brought something new. */
  readonly proved: number;
  /** What the first pages of the hosts look like that proved themselves last. At most `maxSketches`. */
  readonly sketches: readonly HostSketch[];
}

export type Purse = 'credit' | 'spare';

export interface HostSketch {
  readonly host: HostName;
  /** `lib/domain/traps/sketch.ts` */
  readonly sketch: string;
}

/** What a host is to its registered domain when it asks for a try. */
export interface Applicant {
  readonly host: HostName;
  /**
   * `seed`: somebody named it. `linked`: found on a host in good standing. `unproven`: found only on hosts that are
   * being tried out themselves, or tried before in vain.
   */
  readonly claim: 'seed' | 'linked' | 'unproven';
  /** It was opened before, and is counted. */
  readonly counted: boolean;
}

export interface HostLimits {
  readonly newHosts: number;
  readonly hostsPerDomain?: number;
}

/** What came of trying a host out. `void`: nothing was fetched; the try goes back. */
export type TrialOutcome = 'proved' | 'barren' | 'void';

const maxSketches = 8;
/** Tries that a host which proves itself earns: the one it took, and one more. */
const earned = 2;
/** A domain of many good hosts may try out more at once: one more for so many. */
const hostsPerTry = 8;
/** The ledger is an item of about 1 KB. */
const maxTries = 24;
/** Tries that nobody took; more are not saved up. */
const maxSpare = 4;

export function emptyLedger({ newHosts }: HostLimits): Ledger {
  return { hosts: 0, trying: {}, credit: newHosts, spare: 0, newHosts, proved: 0, sketches: [] };
}

/** Whether a host holds a try, or proved itself a short while ago. */
export function isKnown(ledger: Ledger, host: HostName): boolean {
  return host in ledger.trying || hasProved(ledger, host);
}

function hasProved({ sketches }: Ledger, host: HostName): boolean {
  return sketches.some((known) => known.host === host);
}

/**
 * Gives a host its try if there is one for it. `standing`: `good` needs none, `trying` holds one from now on.
 * Undefined: it has to wait.
 */
export function admitHost(
  given: Ledger | undefined,
  { host, claim, counted }: Applicant,
  limits: HostLimits,
): { readonly standing: 'good' | 'trying'; readonly ledger: Ledger } | undefined {
  const ledger = reckoned(given ?? emptyLedger(limits), limits);
  const hosts = ledger.hosts + (counted ? 0 : 1);
  if (ledger.first === host) return { standing: 'good', ledger };
  if (claim === 'seed') return { standing: 'good', ledger: { ...ledger, hosts } };
  if (ledger.hosts === 0) return { standing: 'good', ledger: { ...ledger, hosts, first: host } };
  // Its worker died after it had proved itself.
  if (hasProved(ledger, host)) return { standing: 'good', ledger };
  if (host in ledger.trying) return { standing: 'trying', ledger };
  if (!counted && limits.hostsPerDomain !== undefined && hosts > limits.hostsPerDomain) return undefined;
  const purse = claim === 'linked' && ledger.credit > 0 ? 'credit' : 'spare';
  if (ledger[purse] === 0) return undefined;
  const trying: Ledger['trying'] = { ...ledger.trying, [host]: purse };
  return { standing: 'trying', ledger: { ...ledger, hosts, trying, [purse]: ledger[purse] - 1 } };
}

/** Enters what came of trying a host out. A host that holds no try earns and costs nothing. */
export function settleTrial(ledger: Ledger, host: HostName, trial: TrialOutcome): Ledger {
  const { [host]: purse, ...trying } = ledger.trying;
  if (purse === undefined) return ledger;
  const settled: Ledger = { ...ledger, trying };
  if (trial === 'void') return { ...settled, [purse]: settled[purse] + 1 };
  if (trial === 'barren') return settled;
  const proved = ledger.proved + 1;
  if (purse === 'spare') return { ...settled, proved };
  const room = Math.max(0, triesAtOnce({ ...settled, proved }) - Object.keys(trying).length);
  return { ...settled, proved, credit: Math.min(room, ledger.credit + earned) };
}

/** One more try for any host: the domain has brought many pages since the last. */
export function earnSpare(ledger: Ledger): Ledger {
  return { ...ledger, spare: Math.min(maxSpare, ledger.spare + 1) };
}

/** Remembers what the first page of a host looks like. */
export function withSketch(ledger: Ledger, newest: HostSketch): Ledger {
  const others = ledger.sketches.filter(({ host }) => host !== newest.host);
  return { ...ledger, sketches: [...others, newest].slice(-maxSketches) };
}

/** When somebody allowed more hosts at once, they may be tried at once. */
function reckoned(ledger: Ledger, { newHosts }: HostLimits): Ledger {
  if (newHosts === ledger.newHosts) return ledger;
  const credit = Math.max(0, ledger.credit + newHosts - ledger.newHosts);
  return { ...ledger, newHosts, credit };
}

function triesAtOnce({ newHosts, proved }: Ledger): number {
  return Math.max(newHosts, Math.min(maxTries, newHosts + Math.floor(proved / hostsPerTry)));
}
