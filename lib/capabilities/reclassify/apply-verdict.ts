import { defined } from '../../base/defined.ts';
import type { Outcome } from '../../base/fetch/outcome.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { contentOf } from '../../domain/collection/content-of.ts';
import { settle } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { type KeptContent, writtenContent } from '../../domain/reading/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { matchRecord } from '../../pipeline/collection/match-record.ts';
import { addOffTopic } from '../../pipeline/collection/off-topic-batch.ts';
import { outboxPage } from '../../pipeline/collection/stored-outbox-page.ts';
import type { StoredPage } from '../../pipeline/collection/stored-pages.ts';
import { followLinks, noteVerdict } from '../../pipeline/links/follow-links.ts';
import { scoresLinks } from '../../pipeline/links/link-prior.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import { equipmentOf } from '../../pipeline/turn/part.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import { gather } from '../../pipeline/turn/turn-harvest.ts';
import type { Visited } from '../../pipeline/turn/visited.ts';
import { describeVerdict } from '../../topic/judge.ts';
import { type OffTopicLocation, topicVersion, writeJudgement } from '../../topic/settings.ts';
import type { JudgedVisit } from './judge-visit.ts';
import { markedBy } from './needs-judging.ts';

type Revisited = Work & Required<Pick<Work, 'visit'>>;

/** A page that a new verdict moves into the collection, out of it, or within it. */
interface Moving {
  readonly turn: Turn;
  readonly work: Revisited;
  readonly stored: StoredPage;
  readonly content: KeptContent;
  /** Epoch ms. */
  readonly at: number;
  readonly settings: JobSettings;
}

/** Applies the verdict of the present topic to a visited page that is in progress. */
export async function applyVerdict(
  turn: Turn,
  work: Revisited,
  { page: { kind }, stored, verdict }: JudgedVisit,
): Promise<void> {
  const at = turn.ports.clock.now();
  const settings = settingsFor(turn.settings, work.url);
  const version = topicVersion(settings.topic);
  const { record: known } = stored as StoredPage;
  const isLeading = kind === 'restored' || leadsOnlyNow(known, verdict);
  const record = isLeading ? await withScores(turn, settings, known) : known;
  const moving: Moving = {
    ...{ turn, work, at, settings },
    stored: stored as StoredPage,
    content: judgedContent(record, verdict, { at, by: version }, settings),
  };
  const { md5: _, ...visit } = work.visit;
  const detail = explainJudgement(verdict, at, version);
  const judged = (kept?: OffTopicLocation) =>
    writeJudgement({
      by: kind === 'marked' ? markedBy(version) : version,
      ...defined({ kept }),
    });
  if (kind === 'restored') {
    const outcome = await restore(moving);
    settle(turn.body, { ...visit, detail, outcome, md5: moving.content.md5, judged: judged() });
  } else if (work.visit.md5 === undefined) {
    revise(moving);
    settle(turn.body, { ...visit, detail, judged: judged(keep(moving)) });
  } else if (kind === 'dropped') {
    drop(moving, work.visit.md5);
    settle(turn.body, { ...visit, detail, outcome: 'off-topic', judged: judged(keep(moving)) });
  } else {
    update(moving);
    settle(turn.body, { ...work.visit, detail, judged: judged() });
  }
}

/** Whether the links of a page that stays off topic are to be followed, and were not before. */
function leadsOnlyNow(before: StoredPage['record'], verdict: TopicVerdict | undefined): boolean {
  return verdict?.crawlOnly === true && before.topic?.crawlOnly !== true;
}

/** A record whose links promise what they would if the page was read now. */
async function withScores(
  { ports, parts }: Turn,
  settings: JobSettings,
  record: StoredPage['record'],
): Promise<StoredPage['record']> {
  const { topic, models } = await topicToRead(ports.models, settings.topic);
  const { latent } = equipmentOf(parts);
  const links = record.links.map(({ score: _, ...link }) => link);
  if (topic === undefined || !scoresLinks(settings)) return { ...record, links };
  const result = await ports.reader.judge({
    ...{ url: record.finalUrl, urlSettings: settings.url, content: record, topic, links },
    ...defined({ models, latent }),
  });
  const scores = result.kind === 'judged' ? result.scores : undefined;
  return { ...record, links: links.map((link, at) => ({ ...link, ...defined({ score: scores?.[at] }) })) };
}

/** For people: the topic's verdict on a page, and that it was given without a fetch. @param at epoch ms */
export function explainJudgement(verdict: TopicVerdict | undefined, at: number, version: string): string {
  const when = `judged again ${new Date(at).toISOString()} by topic ${version}`;
  return verdict === undefined ? when : `${describeVerdict(verdict)}; ${when}`;
}

/** The content of a record with another verdict. */
function judgedContent(
  record: StoredPage['record'],
  verdict: JudgedVisit['verdict'],
  judged: { readonly at: number; readonly by: string },
  { links: policy }: JobSettings,
): KeptContent {
  const { topic: _, ...content } = contentOf(record);
  const now = verdict === undefined ? {} : { topic: { ...verdict, judged } };
  return writtenContent({ ...content, ...now }, undefined, policy);
}

/**
 * Brings a page into the collection: publishing the turn makes the record, or adds the URL to it. Links to this host are
 * admitted, those to other hosts go through the link log.
 */
async function restore(moving: Moving): Promise<'stored' | 'duplicate'> {
  const { turn, work, stored, content, at } = moving;
  // The raw document was stored when the page was fetched.
  const { isFirst, document, knownTargets } = await matchRecord(
    turn,
    content,
    work.url,
    stored.line.document,
  );
  gather(turn.harvest, { ...outboxPage(moving, document), firstSeen: work.visit.firstSeen }, content);
  const kind = isFirst ? 'stored' : 'duplicate';
  const skipLinks = isNofollow(moving) || knownTargets;
  followLinks(turn, work, visited({ kind, md5: content.md5 }, at, content, skipLinks));
  return kind;
}

/** Updates a page that stays off topic. Follows its links if the page now leads to the topic and did not before. */
function revise(moving: Moving): void {
  const { turn, work, stored, content, at } = moving;
  const leads = leadsOnlyNow(stored.record, content.topic);
  const outcome = { kind: 'off-topic', score: content.topic?.score ?? 0 } as const;
  const again = visited(outcome, at, content, isNofollow(moving));
  if (leads) followLinks(turn, work, again);
  else noteVerdict(turn, work, again);
}

function drop({ turn, work, content, at }: Moving, md5: string): void {
  const outcome = { kind: 'off-topic', score: content.topic?.score ?? 0 } as const;
  turn.harvest.removals.push({ md5, url: work.url, cause: outcome.kind, at });
  noteVerdict(turn, work, visited(outcome, at, content, true));
}

/** Updates a record, which has the verdict of the URL that made it. The old verdict holds until the turn is published. */
function update({ turn, work, stored, content, at }: Moving): void {
  const { entry } = stored;
  if (entry?.firstUrl === work.url) {
    gather(turn.harvest, { ...outboxPage({ work, stored, at }, entry.document), revises: true }, content);
  }
  const outcome = { kind: 'unchanged', md5: content.md5 } as const;
  noteVerdict(turn, work, visited(outcome, at, content, true));
}

/** Stores the content of an off-topic page, if the job keeps off-topic pages. */
function keep(moving: Moving): OffTopicLocation | undefined {
  const { turn, content, stored, settings } = moving;
  if (settings.offTopic.keep === 'none') return undefined;
  const document = settings.offTopic.keep === 'all' ? (stored.entry ?? stored.line).document : undefined;
  return addOffTopic(turn, outboxPage(moving, document), content, undefined);
}

function isNofollow({ stored }: Moving): boolean {
  return stored.record.response.directives?.includes('nofollow') ?? false;
}

function visited(outcome: Outcome, at: number, content: KeptContent, skipLinks: boolean): Visited {
  return { kind: 'visited', outcome, at, seen: {}, bytes: 0, kept: { content, skipLinks } };
}
