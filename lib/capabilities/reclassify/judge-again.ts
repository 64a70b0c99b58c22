import { defined } from '../../base/defined.ts';
import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { JudgeOrder } from '../../domain/orders/judge-order.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import { isOutboxFull } from '../../pipeline/turn/outbox-room.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import { describeVerdict } from '../../topic/judge.ts';
import { type Rejudgement, readJudgement, topicVersion, writeJudgement } from '../../topic/settings.ts';
import { applyVerdict, explainJudgement } from './apply-verdict.ts';
import { type JudgedVisit, openJudge } from './judge-visit.ts';

/** Pages whose content is in memory at once. */
const sliceSize = 25;
const pagesAtOnce = 8;

const unchanged: ReadonlySet<Rejudgement> = new Set(['same', 'missing', 'failed']);

/**
 * Applies the present topic to pages of the host, without fetching any; the result is part of the turn and holds when the
 * turn commits. A page that was visited or judged since the order is judged as it is now.
 * @returns ids of the messages that are done; the next turn continues with the others
 */
export async function judgeAgain(
  turn: Turn,
  asked: readonly OrderMessage<JudgeOrder>[],
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const { id, order } of asked) {
    for (let start = 0; start < order.urls.length; start += sliceSize) {
      if (isOutboxFull(turn.harvest)) return done;
      const slice = { ...order, urls: order.urls.slice(start, start + sliceSize) };
      if (!(await judgeSlice(turn, slice))) return done;
    }
    done.push(id);
  }
  return done;
}

/** @returns whether all pages of the slice were judged */
async function judgeSlice(turn: Turn, order: JudgeOrder): Promise<boolean> {
  const { ports, key, body, harvest } = turn;
  const read = segmentReader(ports, key);
  const entries = [...(await visitsOf(body, order.urls, read)).values()];
  const judge = openJudge(ports, turn.job, turn.settings, order);
  const judged = new Map<string, JudgedVisit>();
  await sideBySide(entries, pagesAtOnce, async ({ visit }) => {
    const result = await judge(key, visit);
    if (result !== undefined) judged.set(visit.url, result);
  });
  const changed = entries.filter(({ visit }) => {
    const result = judged.get(visit.url);
    if (result === undefined) return false;
    if (unchanged.has(result.page.kind)) harvest.judged.push(result.page);
    return !unchanged.has(result.page.kind);
  });
  let isAll = true;
  for (const result of judged.values()) if (result.page.kind === 'same') note(turn, result);
  for (const work of await takeVisits(body, changed, read)) {
    const result = judged.get(work.url) as JudgedVisit;
    // A copy of the visit may stay in a segment: the later time tells which is valid (`takeVisits`).
    const visit = { ...work.visit, at: work.visit.at + 1 };
    if (isOutboxFull(harvest)) {
      settle(body, visit);
      isAll = false;
      continue;
    }
    harvest.judged.push(result.page);
    if (result.page.kind === 'queued') settle(body, { ...visit, next: 0 });
    else await applyVerdict(turn, { ...work, visit }, result);
  }
  return isAll;
}

/** Notes that an unchanged page was judged, so that the next pass can skip it. A visit in a segment is not read back for that. */
function note({ body, settings, ports }: Turn, { visit, verdict }: JudgedVisit): void {
  const entry = body.visits.get(visit.url);
  const { by, kept } = readJudgement(visit.judged);
  const version = topicVersion(settingsFor(settings, visit.url).topic);
  if (entry === undefined || visit.next === 0 || by.startsWith(version)) return;
  const judged = writeJudgement({ by: version, ...defined({ kept }) });
  // If the record has several URLs, the verdict on this URL may be new although the record keeps its own.
  const isNew = verdict !== undefined && !visit.detail?.startsWith(describeVerdict(verdict));
  const detail = isNew ? { detail: explainJudgement(verdict, ports.clock.now(), version) } : {};
  body.visits.set(visit.url, { ...entry, visit: { ...visit, judged, ...detail } });
}
