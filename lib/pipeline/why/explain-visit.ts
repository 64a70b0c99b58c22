import { span } from '../../base/format-span.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { formatWhen } from '../base/format.ts';
import type { AskedUrl, WhyLine, WhyLines } from './explainer.ts';

const dayMs = 86_400_000;

/** Whether a URL ended before its first request: refused by a rule of a strategy, by scope, or by robots.txt. */
export function isUnasked({
  outcome,
  status,
  at,
  firstSeen,
}: Pick<Visit, 'outcome' | 'status' | 'at' | 'firstSeen'>): boolean {
  return outcome === 'denied' && status === undefined && at === firstSeen;
}

/** How the last visit of a page ended, what its visits have shown, and when the next one is. */
export function explainVisit({ ports, page, settings }: AskedUrl): WhyLines {
  if (page?.state !== 'visited') return [];
  const now = ports.clock.now();
  const status = page.status === undefined ? '' : ` (status ${page.status})`;
  const detail = page.detail === undefined ? '' : `: ${page.detail}`;
  const record = page.md5 === undefined ? '' : `, record ${page.md5}`;
  const next: WhyLine =
    page.outcome === 'converting'
      ? { step: 'next', verdict: 'wait', detail: whileConverted(page.next, now) }
      : page.next === undefined
        ? {
            step: 'next',
            verdict: 'no',
            detail: isUnasked(page)
              ? 'never, unless a person asks for it'
              : `never again, after ${page.tries} ${page.tries === 1 ? 'try' : 'tries'}`,
          }
        : { step: 'next', verdict: 'wait', detail: nextVisit(page.next, now) };
  return [
    {
      step: 'outcome',
      verdict: 'info',
      detail: `${page.outcome}${status}${detail}${record}, ${formatWhen(page.at, now)}`,
    },
    ...(isUnasked(page)
      ? []
      : [{ step: 'history', verdict: 'info', detail: historyInWords(page, now) } as const]),
    ...orphanLines(page, settings, now),
    next,
  ];
}

function nextVisit(next: number, now: number): string {
  if (next > now) return formatWhen(next, now);
  return `due for ${span(now - next)} (${new Date(next).toISOString()}): in a turn of its host`;
}

function whileConverted(next: number | undefined, now: number): string {
  const again =
    next === undefined ? '' : `; if that does not come, it is asked for again ${formatWhen(next, now)}`;
  return `its document is being converted: its host takes in the text in a turn without requests${again}`;
}

/** What is stored about all visits of a page. */
function historyInWords(
  {
    firstSeen,
    changedAt,
    revisions = 0,
    rate,
  }: Pick<Visit, 'firstSeen' | 'changedAt' | 'revisions' | 'rate'>,
  now: number,
): string {
  const times = revisions === 1 ? 'once' : `${revisions} times`;
  const changes =
    revisions === 0
      ? 'never seen to change'
      : `seen to change ${times}, the last time ${formatWhen(changedAt, now)}`;
  const every = rate === undefined || rate <= 0 ? '' : `; taken to change every ${span(dayMs / rate)}`;
  return `first visited ${formatWhen(firstSeen, now)}; ${changes}${every}`;
}

/** Nothing for a page that was released as an orphan: its outcome says so. */
function orphanLines({ url, md5, orphan }: Visit, settings: JobSettings, now: number): readonly WhyLine[] {
  if (orphan === undefined || md5 === undefined) return [];
  const rest = span(settingsFor(settings, url).revisit.orphanMs);
  const detail = `an orphan, found ${formatWhen(orphan, now)}: no page links to it and no list names it any more, so it rests for ${rest} between visits`;
  return [{ step: 'orphan', verdict: 'wait', detail }];
}
