import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import type { FocusSettings } from '../../../domain/focus/focus-settings.ts';
import type { JobSettings } from '../../../domain/settings/settings.ts';
import { pageLinksOf } from '../../../graph/gathering.ts';
import { settingsOf } from '../../../pipeline/base/settings-cache.ts';
import type { topicToRead } from '../../../pipeline/topic/topic-model.ts';
import type { Job } from '../../../ports/jobs.ts';
import type { Ports } from '../../../ports/ports.ts';
import type { TopicSettings } from '../../../topic/settings.ts';
import { type GraphView, loadGraph, loadPages } from '../load-graph.ts';
import { inOrder, judgeBy, policyOf, policyText, type ReplayPorts, scoresFor } from '../replay.ts';
import { asItWas, replay } from '../simulate.ts';
import type { ArmHarvest } from './compare-arms.ts';
import {
  type ComparedCrawl,
  crawlOf,
  harvestOfPages,
  type Numberings,
  type PageVotes,
} from './compared-crawl.ts';

export type ComparePorts = ReplayPorts & Pick<Ports, 'clock'>;

/** A focus in whose order a stored crawl is compared, too; `own`: that of the job. */
export const replayed = ['own', 'best-first', 'soft', 'hard', 'unfocused'] as const;
export type ReplayedMode = (typeof replayed)[number];

/** A crawl as somebody asks for it. */
export interface NamedCrawl {
  readonly job: Job;
  /** Where it is stored. */
  readonly ports: ComparePorts;
  /** The job, with the time of its state. */
  readonly name: string;
  /** Epoch ms: its state at that time; absent: now. */
  readonly until?: number;
}

/** A topic by which the pages of all crawls count, and the job that it is of. */
export interface CountingTopic {
  readonly name: string;
  readonly settings: TopicSettings;
  readonly parts: Awaited<ReturnType<typeof topicToRead>>;
}

export interface LoadCrawlsOptions {
  /** The first pages of each crawl take part. */
  readonly most: number;
  readonly replays: readonly ReplayedMode[];
  /** The topic by which pages count; absent: each crawl's own. */
  readonly counting?: CountingTopic;
  readonly numberings: Numberings;
  /** @throws WinnowError where nobody waits any more */
  readonly check: () => void;
}

/** A crawl, and what is known of it. */
export interface LoadedCrawl extends NamedCrawl {
  readonly crawl: ComparedCrawl;
  readonly settings: JobSettings;
  /** What it goes by, in words. */
  readonly policy: string;
  readonly harvest: ArmHarvest;
  /** Pages of the job that there was no room for. */
  readonly further: number;
  /** Pages that the topic could not judge, as nothing is kept of them. */
  readonly unjudged: number;
  /** From the first to the last fetch, ms. */
  readonly spanMs: number;
  readonly isReplay: boolean;
}

/**
 * Reads a crawl, and replays it; a replay passes over what was never fetched. Reads every host and the whole link log, and with
 * another topic every stored page.
 * @throws WinnowError `usage` for a crawl without pages
 */
export async function loadCrawls(
  asked: NamedCrawl,
  { most, replays, counting, numberings, check }: LoadCrawlsOptions,
): Promise<readonly LoadedCrawl[]> {
  const { job, name, until, ports } = asked;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const without = { unjudged: 0, missing: 0 };
  const isOther = counting !== undefined && inOrder(counting.settings) !== inOrder(settings.topic);
  const other = isOther ? counting : undefined;
  const judge = other && judgeBy(ports, settings, other, without);
  const { pages, further } = await loadPages(ports, job, settings, {
    most,
    check,
    ...defined({ until, judge }),
  });
  if (pages.length === 0)
    throw new WinnowError(
      'usage',
      `${name}: the job has visited no page${until === undefined ? ' yet' : ' by then'}`,
    );
  const numbers = new Map(pages.map(({ url }, place) => [url, place]));
  const votes = new Map<number, PageVotes>();
  const counts = isOther ? 'other' : 'own';
  const scores =
    replays.length === 0
      ? undefined
      : await scoresFor(ports, settings, { focus: settings.focus, ...defined({ topic: other }) });
  const graph = await loadGraph(ports, job, settings, pages, {
    ...{ steers: counts, counts, ...defined({ scores }) },
    onLinks(line, links) {
      check();
      const known = pageLinksOf({ ...line, links }, () => undefined);
      if (known === undefined) return;
      const targets = known.targets.flatMap((url) => numbers.get(url) ?? []);
      const movedTo = known.movedTo && numbers.get(known.movedTo);
      votes.set(numbers.get(line.url) as number, { targets, ...defined({ movedTo }) });
    },
  } satisfies GraphView);
  const loaded = (more: string, policy: string, order: readonly number[]): LoadedCrawl => {
    const isReplay = more !== '';
    const crawl = crawlOf(`${name}${more}`, graph, { order, votes, numberings, isReplay });
    const fetched = order.flatMap((place) => graph.pages[place] ?? []);
    return {
      ...{ ...asked, crawl, settings, policy, harvest: harvestOfPages(fetched), further },
      ...{ unjudged: without.unjudged + without.missing, isReplay },
      spanMs: isReplay ? 0 : (pages.at(-1)?.at ?? 0) - (pages[0]?.at ?? 0),
    };
  };
  return [
    loaded('', policyText(settings.focus, 0), asItWas(graph).order),
    ...replays.map((mode) => {
      const focus = focusOf(settings.focus, mode);
      const { order } = replay(graph, policyOf(focus, 0), undefined);
      return loaded(` (${mode})`, `${policyText(focus, 0)}; replayed`, order);
    }),
  ];
}

function focusOf(focus: FocusSettings, mode: ReplayedMode): FocusSettings {
  return mode === 'own' ? focus : { ...focus, mode };
}
