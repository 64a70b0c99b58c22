import type { FocusSettings } from './focus-settings.ts';
import { type HarvestWatch, recentHarvest, usualHarvest } from './harvest-watch.ts';

/** What waits in a crawl, and what hinders it. */
export interface FrontierState {
  /** URLs that wait for their first visit. */
  readonly pending: number;
  /** Of those, URLs that nobody fetches until something else happens: of hosts that fail, over budgets, held. */
  readonly resting: number;
  /** A turn is under way or about to be, or links have yet to be taken up. */
  readonly isMoving: boolean;
  /** Until the next host may be asked; undefined: none ever, as things stand. */
  readonly nextMs?: number;
}

/** What the pages that were refused tell of the topic. */
export interface Neighbourhood {
  /** Classes beside the good ones that refused pages keep falling into, the most pages first. */
  readonly classes: readonly { readonly path: string; readonly refused: number; readonly above?: string }[];
  /** Refused pages that were judged lately, and of those nearly relevant ones. */
  readonly refused: number;
  readonly nearly: number;
}

export type Cause = 'frontier-empty' | 'hosts-waiting' | 'relevance-falling' | 'topic-too-narrow';

/**
 * How a focused crawl fares (Chakrabarti, van den Berg and Dom 1999, §4.3). `stagnation`: it finds no more pages on
 * topic, as no way leads on; `diffusion`: it goes on, over pages that are less and less on topic; `finished`: every URL that was
 * found has been visited, and the harvest held to the end.
 */
export interface Health {
  readonly state: 'early' | 'healthy' | 'finished' | 'stagnation' | 'diffusion';
  /** As `HarvestCounts` says. */
  readonly judged: number;
  readonly kept: number;
  /** The part kept of the last 50 judged pages or a few more, and of what is usual; absent before there are any. */
  readonly recent?: number;
  readonly usual?: number;
  /** How many pages had been judged when the harvest was found to have fallen. */
  readonly since?: number;
  readonly cause?: Cause;
  /** What it means and what to do, in sentences. */
  readonly advice: readonly string[];
}

/** Fewer judged pages say nothing. */
const earlyPages = 50;
/** Hosts that may be asked so soon are only polite. */
const politeMs = 600_000;
/** So many of the refused pages must be nearly relevant for the topic to be too narrow. */
const nearlyShare = 0.25;
const leastRefused = 20;

export function healthOf(
  watch: HarvestWatch,
  frontier: FrontierState,
  { mode }: Pick<FocusSettings, 'mode'>,
  neighbourhood: Neighbourhood,
): Health {
  const { judged, kept, alarm } = watch;
  const recent = recentHarvest(watch);
  const known = {
    judged,
    kept,
    ...(recent === undefined ? {} : { recent, usual: alarm?.from ?? usualHarvest(watch) }),
  };
  const blocked = judged === 0 ? undefined : blockedBy(frontier);
  if (alarm === undefined && blocked === undefined) {
    return { ...known, state: judged < earlyPages ? 'early' : 'healthy', advice: [] };
  }
  const isNarrow = tooNarrow(neighbourhood);
  if (alarm === undefined && blocked === 'frontier-empty' && kept > 0 && !isNarrow)
    return { ...known, state: 'finished', advice: [] };
  const waits = blocked === 'hosts-waiting';
  const cause: Cause = waits ? blocked : isNarrow ? 'topic-too-narrow' : (blocked ?? 'relevance-falling');
  const state = blocked === undefined && mode !== 'hard' ? 'diffusion' : 'stagnation';
  return {
    ...known,
    state,
    cause,
    ...(alarm === undefined ? {} : { since: alarm.judged }),
    advice: [meaning(state, cause, watch), ...adviceFor(cause, mode, neighbourhood, frontier)],
  };
}

/** Whether refused pages are worth asking about: it costs a look through the link log. */
export function isUnwell(watch: HarvestWatch, frontier: FrontierState): boolean {
  return watch.alarm !== undefined || (watch.judged > 0 && blockedBy(frontier) !== undefined);
}

function blockedBy({ pending, resting, isMoving, nextMs }: FrontierState): Cause | undefined {
  if (isMoving) return undefined;
  if (pending === 0) return 'frontier-empty';
  if (pending > resting && nextMs !== undefined && nextMs < politeMs) return undefined;
  return 'hosts-waiting';
}

function tooNarrow({ classes, refused, nearly }: Neighbourhood): boolean {
  return classes.length > 0 || (refused >= leastRefused && nearly >= nearlyShare * refused);
}

function meaning(state: 'stagnation' | 'diffusion', cause: Cause, watch: HarvestWatch): string {
  const { alarm, judged, kept } = watch;
  const fell =
    alarm === undefined
      ? `${kept} of ${judged} pages judged were kept`
      : alarm.from === 0
        ? `none of the first ${alarm.judged} pages is on topic`
        : `of 100 pages ${percent(recentHarvest(watch) ?? 0)} are on topic lately, where it was ${percent(alarm.from)}`;
  switch (cause) {
    case 'frontier-empty':
      return `every URL that was found has been visited: ${fell}`;
    case 'hosts-waiting':
      return `URLs are left, but no host that has any may be asked now: ${fell}`;
    case 'topic-too-narrow':
      return `the topic looks too narrow for the web that it is in: ${fell}, and the pages beside are close to it`;
    case 'relevance-falling':
      return state === 'diffusion'
        ? `the crawl strays from its topic: ${fell}`
        : `the crawl finds little more: ${fell}`;
  }
}

function adviceFor(
  cause: Cause,
  mode: FocusSettings['mode'],
  { classes, refused, nearly }: Neighbourhood,
  { resting }: FrontierState,
): readonly string[] {
  const [first] = classes;
  switch (cause) {
    case 'topic-too-narrow':
      if (first === undefined) {
        return [
          `${nearly} of ${refused} refused pages are nearly on topic: take in more by lower cut-offs (topic.minScore, topic.minRelative, topic.minRelevance) or more terms; \`winnow reclassify\` applies them to what is stored`,
        ];
      }
      return [
        `${first.refused} refused pages belong to ${first.path}: add it to topic.good, or to topic.crawlOnly to go through its pages without keeping them${first.above === undefined ? '' : ` (${first.above} takes in both)`}; \`winnow taxonomy suggest\` shows all such classes`,
      ];
    case 'frontier-empty':
      return [
        mode === 'hard'
          ? 'give it more seeds (`winnow seed`), or follow the links of pages off topic too (focus.mode: soft); it may also be that all there is has been found'
          : 'give it more seeds (`winnow seed`) or a wider scope; it may also be that all there is has been found',
      ];
    case 'hosts-waiting':
      return [
        resting > 0
          ? 'hosts fail, or wait for budgets: `winnow status` and `winnow why URL` say which; raise the budgets, or give it seeds elsewhere'
          : 'every host asks to be left alone for a while: it goes on by itself; seeds on other hosts would use the time',
      ];
    case 'relevance-falling':
      return [
        'stop it (`winnow pause`, or stop.harvest in job.yaml), give it more seeds on topic (`winnow seed`)' +
          (mode === 'hard'
            ? ', or try focus.mode: soft'
            : ', or keep it closer to the topic (focus.tunnel, focus.mode: hard)'),
      ];
  }
}

function percent(part: number): string {
  return String(Math.round(part * 100));
}
