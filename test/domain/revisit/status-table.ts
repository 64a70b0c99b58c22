import type { FailureReason, Outcome, OutcomeKind } from '../../../lib/base/fetch/outcome.ts';
import { outcomeOfStatus } from '../../../lib/base/fetch/status-outcome.ts';
import { identityOf } from '../../../lib/base/url/identity.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { waitMs } from '../../../lib/documents/convert/lost.ts';
import { type HostSignal, signalOf, signalOfStatus } from '../../../lib/domain/politeness/host-signal.ts';
import { schedule } from '../../../lib/domain/revisit/fixed-times.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { testSettings } from '../../support/settings.ts';

const base = testSettings('any');
/** Each of another length, so that the rest tells the setting. */
const settings: JobSettings = {
  ...base,
  revisit: {
    ...{ successMs: 1_001, movedMs: 1_002, notModifiedMs: 1_003, notFoundMs: 1_004 },
    ...{ unavailableMs: 1_005, robotsDeniedMs: 1_006, byMediaTypeMs: {}, orphans: 'keep', orphanMs: 1_007 },
  },
  sitemaps: { ...base.sitemaps, revisitMs: 1_007 },
};
const names = new Map<unknown, string>([
  ...Object.entries(settings.revisit).map(
    ([name, ms]) => [ms, `\`revisit.${name.replace(/Ms$/, '')}\``] as const,
  ),
  [settings.sitemaps.revisitMs, '`sitemaps.revisit`'],
  [waitMs(1), 'when its document is converted'],
]);
const url = 'http://a.example/' as CanonicalUrl;

const hostEffects: Readonly<Record<HostSignal, string>> = {
  well: 'it answers: no failure any more',
  refusal: 'backed off from, for its Retry-After where that is longer; the turn ends',
  unreachable: 'backed off from; the turn ends',
  trouble: 'a failure; from the third in a row on backed off from',
};

/** docs/fetching.md, "Every status and its consequence": asked of the code, status by status. */
export function statusTable(): string {
  const rows = new Map<string, (number | string)[]>();
  const add = (what: number | string, outcome: Outcome | undefined, host: string): void => {
    const again = outcome === undefined ? 'by what comes of it: the next table' : revisitWord(outcome);
    const cells = [outcome?.kind ?? 'is read', again, host].join(' | ');
    rows.set(cells, [...(rows.get(cells) ?? []), what]);
  };
  for (let status = 100; status <= 999; status += 1) {
    const asking = { url, spelling: url, identity: identityOf(settings), known: 'md5', hops: 0, maxHops: 10 };
    const headers = { location: 'http://b.example/', 'content-range': 'bytes 0-9/10' };
    add(status, outcomeOfStatus({ status, headers }, asking), hostWord(status));
  }
  for (const reason of reasons) {
    const signal = signalOf({ kind: 'error', reason, detail: '', elapsedMs: 0 });
    add(
      `\`${reason}\``,
      { kind: 'failed', reason, detail: '' },
      signal === undefined ? 'as it was: it was not asked' : hostEffects[signal],
    );
  }
  const lines = [...rows].map(([cells, list]) => `| ${ranges(list)} | ${cells} |`);
  return ['| status | the page | visited again after | its host |', '|---|---|---|---|', ...lines].join('\n');
}

/** Every outcome that there is, with all that its next visit depends on. */
const outcomes: { readonly [K in OutcomeKind]: Readonly<Record<string, Extract<Outcome, { kind: K }>>> } = {
  stored: { stored: { kind: 'stored', md5: 'x' } },
  duplicate: { duplicate: { kind: 'duplicate', md5: 'x' } },
  unchanged: { unchanged: { kind: 'unchanged', md5: 'x' } },
  'off-topic': { 'off-topic': { kind: 'off-topic', score: 0 } },
  unsupported: { unsupported: { kind: 'unsupported', mediaType: 'x/y' } },
  listed: { listed: { kind: 'listed' } },
  redirected: {
    'redirected for good': { kind: 'redirected', status: 301, to: url },
    redirected: { kind: 'redirected', status: 302, to: url },
  },
  denied: {
    'denied by robots.txt, `noindex`, `purpose` or the scope, or a [stand-in](documents.md#stand-ins)': {
      kind: 'denied',
      by: 'noindex',
    },
    'denied: robots.txt is out of reach': { kind: 'denied', by: 'robots-unreachable' },
  },
  gone: { gone: { kind: 'gone', status: 404 } },
  forbidden: { forbidden: { kind: 'forbidden', status: 403 } },
  converting: { converting: { kind: 'converting', mediaType: 'x/y', id: 'x' } },
  'over-budget': { 'over-budget': { kind: 'over-budget' } },
  failed: {
    'failed: `too-large` (`fetch.overMaxBytes: refuse`)': { kind: 'failed', reason: 'too-large', detail: '' },
    'failed: `reset` or `timeout`': { kind: 'failed', reason: 'reset', detail: '' },
    'failed: anything else': { kind: 'failed', reason: 'unreadable', detail: '' },
    'failed for the last time': { kind: 'failed', reason: 'dns', detail: '' },
  },
};

/** docs/fetching.md, the table of outcomes: asked of the code, outcome by outcome. */
export function outcomeTable(): string {
  const all = Object.values<Readonly<Record<string, Outcome>>>(outcomes).flatMap((some) =>
    Object.entries(some),
  );
  const rows = all.map(([name, outcome]) => {
    const last = name === 'failed for the last time' ? settings.fetch.maxTries - 1 : 0;
    return `| ${name} | ${revisitWord(outcome, last)} |`;
  });
  return ['| outcome | visited again after |', '|---|---|', ...rows].join('\n');
}

const reasons: readonly FailureReason[] = [
  ...(['dns', 'connect', 'tls', 'timeout', 'reset', 'protocol', 'decode', 'address-refused'] as const),
];

function hostWord(status: number): string {
  const [plain, named] = [signalOfStatus(status), signalOfStatus(status, true)];
  return plain === named
    ? hostEffects[plain]
    : `${hostEffects[plain]}; with Retry-After: left alone for that`;
}

function revisitWord(outcome: Outcome, before = 0): string {
  const [first, second] = [before, before + 1].map((tries) => {
    const { next } = schedule(outcome, { tries }, settings, { now: 0, notBefore: 0 });
    return next === 0 ? 'as soon as its host may be asked' : (names.get(next) ?? 'never');
  });
  return first === second ? String(first) : `first ${first}, then ${second}`;
}

function ranges(list: readonly (number | string)[]): string {
  const parts: string[] = [];
  let from: number | undefined;
  for (const [place, one] of list.entries()) {
    if (typeof one === 'string') {
      parts.push(one);
      continue;
    }
    from ??= one;
    if (list[place + 1] === one + 1) continue;
    parts.push(from === one ? String(one) : `${from}–${one}`);
    from = undefined;
  }
  return parts.join(', ');
}
