import type { CanonicalUrl } from '../url/url.ts';
import type { TextSketch } from '../yield/text-sketch.ts';
import {
  type AreaAccount,
  clear,
  nearestArea,
  type PatternAccount,
  patternById,
  type TrapAccounts,
  tidy,
} from './accounts.ts';
import { above } from './area.ts';
import { type Charge, judge } from './judge.ts';
import { isDoubted, madeUpBy } from './made-up.ts';
import type { TrapSettings } from './policy.ts';
import { isProbe } from './probe.ts';
import { enterProbe } from './probe-answer.ts';
import { isOfMadeUp } from './region.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { Sighting } from './sighting.ts';
import { ask, isSuspect, mayAsk } from './suspect.ts';
import { isExhausted, isStarved, levelIn, levelPlace } from './verdict.ts';

/** Generations of patterns that share in what is found through them. */
const creditedGenerations = 3;
/**
 * What a page that is held as made up and is made up has spent of what may be spent on trying what is held; those that
 * were met before that was known have spent nothing.
 */
const pricePerMadeUp = 4;
/** Taken back for a page that names what no other has. */
const pointsPerList = 1;

/**
 * The id of a URL's pattern, or of the region that makes its page up, for the URLs that the page leads to.
 * @param sketch of the page, if it is one and was looked at
 */
export function patternId(
  accounts: TrapAccounts,
  { url, from }: Pick<Sighting, 'url' | 'from'>,
  sketch?: TextSketch,
): number {
  const shape = shapeOf(url);
  return madeUpBy(accounts, shape, sketch, from)?.id ?? accountOf(accounts, shape, from).id;
}

/** Enters a first visit. */
export function observe(accounts: TrapAccounts, settings: TrapSettings, sighting: Sighting): void {
  if (isProbe(sighting.url)) {
    enterProbe(accounts, sighting);
    return;
  }
  const shape = shapeOf(sighting.url);
  const account = accountOf(accounts, shape, sighting.from);
  const first = account.visits === 0;
  account.visits++;
  if (sighting.from > 0 && sighting.from !== account.id) account.from = sighting.from;
  const before = verdictKey(accounts, settings, account);
  const suspect = isSuspect(accounts, account, shape, sighting);
  const found = judge(accounts, settings, account, shape, sighting);
  if (found === 'new') reward(accounts, account, sighting.from);
  else if (found === 'list') account.points = Math.max(0, account.points - pointsPerList);
  else if (typeof found === 'object') charge(account, found, sighting.url);
  if (suspect && found === 'new') ask(accounts, account, sighting);
  if (first && (found === 'new' || typeof found === 'object')) countTry(accounts, account, shape, found);
  if (found === 'made-up') accounts.barren += isOfMadeUp(accounts, sighting.from) ? pricePerMadeUp : 0;
  else if (typeof found === 'string' || found.points < 1) accounts.productive++;
  else accounts.barren++;
  const after = verdictKey(accounts, settings, account);
  if (after !== before) {
    accounts.epoch++;
    accounts.opened ||= [...after].some((mark, i) => mark < (before[i] ?? mark));
  }
  tidy(accounts);
}

/** Whether the text of a page is worth being looked at: not where nobody doubts that pages are new, but now and then. */
export function wantsSketch(accounts: TrapAccounts, url: CanonicalUrl): boolean {
  const shape = shapeOf(url);
  const account = accounts.patterns.get(shape.pattern);
  if (account === undefined || account.points > 0 || account.novel < 8 || shape.token) return true;
  if (accounts.regions.size > 0 && (isDoubted(accounts, shape) || isProbe(url))) return true;
  if (account.breeds && mayAsk(accounts, account, url)) return true;
  return account.visits % (shape.suspicious ? 2 : 8) === 0;
}

/** The first page of a pattern says whether its area is worth more such tries, and that above it. */
function countTry(
  accounts: TrapAccounts,
  account: PatternAccount,
  shape: Shape,
  found: 'new' | Charge,
): void {
  const area = accounts.areas.get(account.area);
  if (area === undefined) return;
  const add = (counts: number[], { depth }: AreaAccount): void => {
    const place = levelPlace(levelIn({ depth }, shape));
    counts[place] = (counts[place] ?? 0) + 1;
  };
  if (found === 'new') {
    // That the page which founded an area was new says nothing of others.
    if (area.founder !== account.id) add(area.succeeded, area);
    const next = nearestArea(accounts, above(area.area));
    if (next !== undefined) add(next.succeeded, next);
  } else if (found.points >= 1) {
    add(area.failed, area);
    account.failed = true;
  }
}

function accountOf(accounts: TrapAccounts, shape: Shape, from: number): PatternAccount {
  const { pattern, depth, choices, dated } = shape;
  let account = accounts.patterns.get(pattern);
  if (account === undefined) {
    account = {
      ...{
        id: accounts.nextId++,
        pattern,
        area: 0,
        from,
        depth,
        choices,
        dated,
        plain: !shape.suspicious,
        sign: shape.sign !== undefined,
        token: shape.token,
      },
      ...{ visits: 0, failed: false, breeds: false, novel: 0, earned: 0, points: 0, unproven: 0, last: 0 },
      kind: 'near-duplicate',
    };
  }
  account.sign ||= shape.sign !== undefined;
  accounts.patterns.delete(pattern);
  accounts.patterns.set(pattern, account);
  return account;
}

function charge(account: PatternAccount, { points, unproven, kind }: Charge, url: CanonicalUrl): void {
  account.points += points;
  if (unproven) account.unproven += points;
  account.kind = kind;
  account.example = url;
}

/** Something new: the pattern, and those that led to it, may go on. */
function reward(accounts: TrapAccounts, account: PatternAccount, foundBy: number): void {
  account.novel++;
  redeem(accounts, account);
  let from = foundBy;
  for (let generation = 0; generation < creditedGenerations; generation++) {
    const finder = patternById(accounts, from);
    if (finder === undefined) return;
    if (finder !== account) {
      finder.earned++;
      if (generation === 0) redeem(accounts, finder);
      else clear(finder);
    }
    from = finder.from;
  }
}

/** Links that were not known to be new have been compared: patterns none of whose were are charged no more for them. */
export function forgiveUnproven(accounts: TrapAccounts, withNewLinks: ReadonlyMap<number, unknown>): void {
  for (const account of accounts.patterns.values()) {
    if (account.unproven === 0) continue;
    if (!withNewLinks.has(account.id)) {
      account.points = Math.max(0, account.points - account.unproven);
      accounts.epoch++;
      accounts.opened = true;
    }
    account.unproven = 0;
  }
}

/** Nothing speaks against a pattern any more, nor against others of its area because of it. */
function redeem(accounts: TrapAccounts, account: PatternAccount): void {
  clear(account);
  const area = accounts.areas.get(account.area);
  if (!account.failed || area === undefined) return;
  account.failed = false;
  const place = levelPlace(levelIn(area, account));
  area.failed[place] = Math.max(0, (area.failed[place] ?? 0) - 1);
  area.succeeded[place] = (area.succeeded[place] ?? 0) + 1;
}

/** What an entry may change of what is held: 1 for what is. Compared before and after. */
function verdictKey(accounts: TrapAccounts, settings: TrapSettings, account: PatternAccount): string {
  let says = '';
  for (
    let one: PatternAccount | undefined = account, i = 0;
    one !== undefined && i <= creditedGenerations;
    i++
  ) {
    says += isStarved(accounts, settings, one) ? '1' : '0';
    one = one.from === one.id ? undefined : patternById(accounts, one.from);
  }
  const area = accounts.areas.get(account.area);
  if (area === undefined) return says;
  const levels = [1, 2, 3, 4].flatMap((choices) =>
    [false, true].map((dated) => Number(isExhausted(area, { depth: 0, choices, dated }))),
  );
  return says + levels.join('');
}
