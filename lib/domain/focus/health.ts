import type { FocusSettings } from './focus-settings.ts';
import { type HarvestWatch, recentHarvest, usualHarvest } from './harvest-watch.ts';
import type { Left } from './work-left.ts';

/** Summary of the frontier of a crawl. */
export interface FrontierState {
  /** What is left, by what it waits for. */
  readonly left: readonly Left[];
  /** URLs that wait for nothing but the next turns of their hosts. */
  readonly ready: number;
  /** Whether a turn is running or about to run, or links wait for the recycler. */
  readonly isMoving: boolean;
  /** Time until the next host may be visited; undefined: no host is due as things stand. */
  readonly nextMs?: number;
}

/** What refused pages tell about the topic. */
export interface Neighbourhood {
  /** Classes next to the good ones into which many refused pages fall, most pages first. */
  readonly classes: readonly { readonly path: string; readonly refused: number; readonly above?: string }[];
  /** Recently refused pages, and those of them that are nearly relevant. */
  readonly refused: number;
  readonly nearly: number;
}

export type Cause =
  | 'frontier-empty'
  | 'pages-held'
  | 'stages-over'
  | 'hosts-waiting'
  | 'relevance-falling'
  | 'topic-too-narrow';

/**
 * The health of a focused crawl (Chakrabarti, van den Berg and Dom 1999, §4.3). `stagnation`: the crawl finds no more
 * pages on topic, because no links lead to any; `diffusion`: the crawl continues over pages that are less and less on
 * topic; `finished`: every known URL has been visited, but for those that are held or whose stages are over, and the
 * harvest rate did not fall, or the crawl has come to its least harvest.
 */
export interface Health {
  readonly state: 'early' | 'healthy' | 'finished' | 'stagnation' | 'diffusion';
  /** As in `HarvestCounts`. */
  readonly judged: number;
  readonly kept: number;
  /** Harvest rate of the last 50 judged pages or a few more, and the usual one; absent before the first page. */
  readonly recent?: number;
  readonly usual?: number;
  /** Number of pages that had been judged when the fall of the harvest rate was noticed. */
  readonly since?: number;
  readonly cause?: Cause;
  /** Diagnosis and advice in sentences. */
  readonly advice: readonly string[];
}

/** With fewer judged pages the state is `early`. */
const earlyPages = 50;
/** A crawl is not blocked if a host may be visited within this time: it only waits for politeness. */
const politeMs = 600_000;
/** The topic is too narrow if at least this part of at least `minRefused` refused pages is nearly relevant. */
const nearlyShare = 0.25;
const minRefused = 20;

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
  const waits = blocked === 'hosts-waiting';
  // The crawl ends at its least harvest, which the watch takes for a fall.
  const hasFallen = alarm !== undefined && !frontier.left.some(({ why }) => why === 'tail');
  if (!hasFallen && blocked !== undefined && !waits && kept > 0 && !isNarrow)
    return { ...known, state: 'finished', advice: [] };
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

/** Whether a diagnosis needs the `Neighbourhood`, for which the link log has to be read. */
export function isUnwell(watch: HarvestWatch, frontier: FrontierState): boolean {
  return watch.alarm !== undefined || (watch.judged > 0 && blockedBy(frontier) !== undefined);
}

function blockedBy({ left, ready, isMoving, nextMs }: FrontierState): Cause | undefined {
  if (isMoving || (ready > 0 && nextMs !== undefined && nextMs < politeMs)) return undefined;
  const waiting = left.filter(({ why, count }) => why !== 'cut' && count > 0);
  const [most] = waiting.toSorted((a, b) => b.count - a.count);
  if (most === undefined) return 'frontier-empty';
  if (!waiting.every(({ why }) => why === 'yield' || why === 'tail' || why === 'strategy'))
    return 'hosts-waiting';
  return most.why === 'strategy' ? 'stages-over' : 'pages-held';
}

function tooNarrow({ classes, refused, nearly }: Neighbourhood): boolean {
  return classes.length > 0 || (refused >= minRefused && nearly >= nearlyShare * refused);
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
    case 'pages-held':
      return `every URL that was found has been visited, but for those that are held: ${fell}`;
    case 'stages-over':
      return `every URL that the stages of the strategy take has been visited: ${fell}`;
    case 'hosts-waiting':
      return `URLs are left, but none may be asked for now: ${fell}`;
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
  { left }: FrontierState,
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
    case 'pages-held':
    case 'stages-over':
      return [
        ...remediesFor(left),
        mode === 'hard'
          ? 'give it more seeds (`winnow seed`), or follow the links of pages off topic too (focus.mode: best-first); it may also be that all there is has been found'
          : 'give it more seeds (`winnow seed`) or a wider scope; it may also be that all there is has been found',
      ];
    case 'hosts-waiting':
      return remediesFor(left);
    case 'relevance-falling':
      return [
        'stop it (`winnow pause`, or stop.harvest in job.yaml), give it more seeds on topic (`winnow seed`)' +
          (mode === 'hard'
            ? ', or try focus.mode: best-first'
            : ', or keep it closer to the topic (focus.tunnel, focus.mode: hard)'),
      ];
  }
}

/** What helps against each thing that something waits for. */
const remedies: Readonly<Record<Left['why'], string>> = {
  gap: 'hosts ask to be left alone for a while: it goes on by itself; seeds on other hosts would use the time',
  inbox: 'links wait in the inboxes of their hosts: the next turns of these take them up',
  'back-off':
    'hosts fail: it asks them again by itself; `winnow status` says which; seeds elsewhere would use the time',
  domain:
    'hosts wait until their domain has earned a try: seeds on them, or a larger budgets.newHosts, would let them in',
  budget: 'budgets are used up: `winnow why URL` says which; raise them in job.yaml',
  yield:
    'what is held brings nothing new: `winnow regions` says why; `winnow crawl --held` has it fetched all the same',
  tail: 'what is held promises too little: `winnow crawl --held` has it fetched all the same, a lower focus.minHarvest lets more go',
  hold: 'people hold hosts: `winnow status` names them; `winnow continue --host HOST` lets one go',
  strategy:
    'all stages of the strategy are over at these sites: `winnow strategy` says what ended them; add a stage, or change their objectives',
  cut: 'links were not taken in, as budgets are used up: raise them in job.yaml',
  segments: 'links are held back (autoRecycleLinks: false): `winnow recycle` takes them up',
};

/** What helps against all that is waited for, what most wait for first. */
function remediesFor(left: readonly Left[]): readonly string[] {
  return left.toSorted((a, b) => b.count - a.count).map(({ why }) => remedies[why]);
}

function percent(part: number): string {
  return String(Math.round(part * 100));
}
