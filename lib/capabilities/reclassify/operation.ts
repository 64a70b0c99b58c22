import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { clip } from '../../base/printable.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { JudgeOptions } from '../../domain/orders/judge-order.ts';
import { mustBeOpen } from '../../pipeline/job/open-job.ts';
import { className, field, flag, optional } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JudgedNow, onlyThere } from '../../pipeline/operation/place.ts';
import { detail, note, table, type View, type ViewBlock } from '../../pipeline/operation/view.ts';
import type { Difference } from '../../topic/judge.ts';
import { askToReclassify } from './ask-to-reclassify.ts';
import { type ReclassifyReport, tellToJudge } from './reclassify.ts';

const classNames = 'must be a list of at most 200 classes';

/**
 * Applies the present topic to the stored pages, without fetching, in turns of their hosts: at once where this process runs the
 * turns, otherwise when the crawl does. Idempotent: after a kill the next request or the crawl does the rest.
 */
export const reclassify = operation({
  about: 'job',
  input: {
    classes: field(
      optional(
        z.array(className(), classNames).check(z.minLength(1, classNames), z.maxLength(200, classNames)),
      ),
      {
        says: 'judge only pages whose old or new verdict has one of these classes or a class below one of them',
        ...{ flag: 'class', shown: 'a,b', hasCommas: true },
      },
    ),
    mark: flag('keep records that no longer pass the topic, and store their new verdict'),
    refetch: flag('fetch pages again that were refused before and whose content is not kept'),
  },
  effect: 'changes',
  takesLong: () => true,
  async run(place, { classes, mark, refetch }, { requestId, dryRun, signal }): Promise<Outcome> {
    const { ports, of, endBy } = place;
    const options: JudgeOptions = {
      ...defined({ classes }),
      ...(mark ? { mark } : {}),
      ...(refetch ? { refetch } : {}),
    };
    if (dryRun) return await onlyThere(place.difference)(of, options);
    // Whoever waits would wait for turns that a paused job does not have.
    if (endBy === undefined) mustBeOpen(of);
    const job = await askToReclassify(ports, of.name, options, requestId);
    const report = await tellToJudge(ports, job, endBy ?? Number.POSITIVE_INFINITY);
    return { ...report, ...(await place.judgeNow?.(job, signal)) };
  },
  view(result) {
    if ('counts' in result) return viewDifference(result, 'would be');
    const { hosts, pages, done, left } = result;
    if (done !== undefined) {
      const rest = left && note(`${formatCount(left, 'host')} left to the crawl: at work or failing`);
      return [...viewDifference(done, 'were'), ...(rest ? [[rest]] : [])];
    }
    const told = `${formatCount(hosts, 'host')} told to judge ${formatCount(pages, 'page')} again; the crawl does it with their next turns`;
    return [[note(pages === 0 ? 'no page has to be judged again' : told)]];
  },
});

type Outcome = Difference | (ReclassifyReport & Partial<JudgedNow>);
type Kind = keyof Difference['counts'];
type Example = NonNullable<Difference['examples'][Kind]>[number];

const kinds: readonly (readonly [Kind, string])[] = [
  ['dropped', 'dropped: off topic now'],
  ['marked', 'marked as off topic, and kept'],
  ['restored', 'taken in: on topic now'],
  ['revised', 'given another verdict'],
  ['queued', 'queued to be fetched again'],
  ['missing', 'not kept: only fetching them again (--refetch) tells'],
  ['failed', 'left as they are: the topic filter failed'],
];

/** What judging a collection again changes. @param tense `would be`, or `were` */
function viewDifference({ pages, counts, classes, examples }: Difference, tense: string): View {
  const changes = kinds.filter(([kind]) => counts[kind] > 0);
  const judged = `${formatCount(pages, 'page')} ${tense} judged again`;
  if (changes.length === 0)
    return [[note(`${judged}; nothing ${tense === 'were' ? 'changed' : 'would change'}`)]];
  return [
    [note(`${judged}; ${formatNumber(counts.same)} of them stay as they are`)],
    ...changes.map(([kind, title]) => [
      note(`${formatNumber(counts[kind])} ${title}`),
      ...(examples[kind] ?? []).map((one) => detail(`${clip(one.url, urlWidth)}${standings(one)}`)),
    ]),
    classes.length === 0 ? [] : [classTable(classes)],
  ];
}

const urlWidth = 100;

/** `  12 B.OWL → 140 B.OWL` */
function standings({ was, now }: Example): string {
  const [before, after] = [was, now].map((one) => one && `${score(one.score)} ${one.best ?? '-'}`);
  return before === undefined && after === undefined ? '' : `  ${before ?? '-'} → ${after ?? '-'}`;
}

function score(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function classTable(classes: Difference['classes']): ViewBlock {
  return table(
    [
      { title: 'class', value: ({ id }) => (id === '' ? '(none)' : id) },
      { title: 'taken in', unit: 'count', value: 'restored' },
      { title: 'dropped', unit: 'count', value: 'dropped' },
    ],
    classes,
  );
}
