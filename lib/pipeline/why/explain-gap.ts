import type { HostName } from '../../base/url/url.ts';
import { type GapTerm, gapTerms, restMs } from '../../domain/politeness/gap.ts';
import { type PolitenessState, unknownHost } from '../../domain/politeness/politeness-state.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Gate } from '../../ports/gates.ts';
import { formatSeconds, formatTimes, formatWhen } from '../base/format.ts';
import { gatesOf } from '../politeness/gate-lease.ts';
import { crawlDelays, storedRobots } from '../robots/stored-robots.ts';
import type { AskedHost, WhyLine, WhyLines } from './explainer.ts';

/**
 * When a host may next be asked, and why not before: its gates, each term of its gap, its window. Also for a host that was
 * never asked.
 */
export async function explainGap({ ports, host, settings: ofJob }: AskedHost): Promise<WhyLines> {
  const settings = settingsFor(ofJob, host);
  const now = ports.clock.now();
  const gates = await Promise.all(
    (await gatesOf(ports, host, settings.politeness)).map(async (key) => ({
      key,
      gate: await ports.gates.gate(key),
    })),
  );
  const state = gates.at(-1)?.gate?.state ?? unknownHost;
  const stored = await storedRobots(ports, host);
  const delays = crawlDelays(settings, stored);
  const crawlDelayMs = delays.length === 0 ? undefined : Math.max(...delays.map(({ ms }) => ms));
  const { pause, ...rest } = state;
  const inForce = pause !== undefined && pause.until > now ? { ...rest, pause } : rest;
  const terms = gapTerms(settings.politeness, crawlDelayMs, inForce);
  const longest = restMs(terms);
  return [
    ...gates.map(({ key, gate }) => gateLine(key, host, gate, now)),
    ...parkedLines(state, now),
    {
      step: 'gap',
      verdict: 'info',
      detail: `${formatSeconds(longest)} from the end of one request to the start of the next, the longest of:`,
    },
    ...terms.map(
      (term): WhyLine => ({
        step: 'gap',
        verdict: 'info',
        detail: `${term.ms === longest ? '→' : ' '} ${termInWords(term, settings, inForce, now)}`,
      }),
    ),
    ...(stored.size > 0
      ? []
      : [
          {
            step: 'gap',
            verdict: 'unknown',
            detail: '  crawlDelay: robots.txt has not been fetched yet',
          } as const,
        ]),
    ...windowLines(settings, now),
  ];
}

function gateLine(key: string, host: HostName, gate: Gate | undefined, now: number): WhyLine {
  const shared = key === host ? '' : `, shared by all hosts of ${key}`;
  if (!gate || gate.notBefore <= now) return { step: 'gate', verdict: 'yes', detail: `open${shared}` };
  const by = gate.owner === undefined ? 'resting' : 'claimed by a turn';
  return {
    step: 'gate',
    verdict: 'wait',
    detail: `${by}, opens ${formatWhen(gate.notBefore, now)}${shared}`,
  };
}

function parkedLines(
  { parkedSince, since, errors, reason }: PolitenessState,
  now: number,
): readonly WhyLine[] {
  if (errors === 0) return [];
  const failing = `${errors} ${errors === 1 ? 'failure' : 'failures'} in a row${since === undefined ? '' : `, the first ${formatWhen(since, now)}`}: ${reason ?? ''}`;
  if (parkedSince === undefined) return [{ step: 'failing', verdict: 'info', detail: failing }];
  const detail = `since ${formatWhen(parkedSince, now)}, one request at a time until one is answered; ${failing}`;
  return [{ step: 'parked', verdict: 'wait', detail }];
}

/** The setting that caps a term, or sets it. */
const settingOf: Readonly<Record<GapTerm['name'], string>> = {
  waitIntervalHost: 'politeness.waitIntervalHost',
  crawlDelay: 'politeness.maxCrawlDelay',
  responseTime: 'politeness.maxResponseDelay',
  retryAfter: 'politeness.maxBackoff',
  backoff: 'politeness.firstBackoff',
  robots: 'politeness.maxBackoff',
};

function termInWords(term: GapTerm, settings: JobSettings, state: PolitenessState, now: number): string {
  const { name, ms, uncappedMs } = term;
  const cap = uncappedMs === undefined ? '' : `, cut from ${formatSeconds(uncappedMs)} by ${settingOf[name]}`;
  const until = state.pause === undefined ? '' : `, until ${formatWhen(state.pause.until, now)}`;
  switch (name) {
    case 'waitIntervalHost':
      return `waitIntervalHost: ${formatSeconds(ms)} (${settings.origins[settingOf[name]] ?? 'default'})`;
    case 'crawlDelay':
      return `crawlDelay: ${formatSeconds(ms)}, as its robots.txt asks${cap}`;
    case 'responseTime':
      return `responseTime: ${formatSeconds(ms)}, ${settings.politeness.responseFactor} times the last answer's ${formatSeconds(state.responseMs ?? 0)}${cap}`;
    case 'retryAfter':
      return `retryAfter: ${formatSeconds(ms)}, as it asked with ${state.reason ?? 'its last answer'}${until}`;
    case 'backoff':
      return `backoff: ${formatSeconds(ms)}, backed off from ${formatTimes(state.backoffs)}${until}`;
    case 'robots':
      return `robots: ${formatSeconds(ms)}, its robots.txt is out of reach${until}`;
  }
}

function windowLines({ politeness: { window }, origins }: JobSettings, now: number): readonly WhyLine[] {
  if (window === undefined) return [];
  const opens = opensFrom(window, now);
  const source = `${window} (${origins['politeness.window'] ?? 'default'})`;
  return opens === now
    ? [{ step: 'window', verdict: 'yes', detail: `open: ${source}` }]
    : [{ step: 'window', verdict: 'wait', detail: `opens ${formatWhen(opens, now)}: ${source}` }];
}
