import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
import { formatCount, formatDuration } from '../../../base/quantity.ts';
import { field, whole } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { headed, note, table, type View, type ViewBlock } from '../../../pipeline/operation/view.ts';
import { readExamples } from '../read-examples.ts';
import { readLists } from '../read-lists.ts';
import type { ExampleLists, ListedClass, ListedPage } from '../set/example-lists.ts';
import { describeRule } from '../set/example-rule.ts';
import { type Example, examplesOn } from '../set/job-examples.ts';
import { listsPage } from '../set/lists-page.ts';
import type { RoundFigures } from '../set/round-figures.ts';
import { sides } from '../set/side.ts';
import { waiting } from './change.ts';

/** So many of each list. */
export function topField(what: string, most: number) {
  return field(z._default(whole(1, most), 10), { says: `list <count>${what}, 1 to ${most}`, shown: 'count' });
}

/** What people have said of a job: its examples, its rules, and what waits for the next round. */
export const list = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  job: 'made',
  run: ({ ports, of }) => readExamples(ports, of.name),
  view(set) {
    const { examples, rules, answers } = set;
    if (examples.length === 0 && rules.length === 0)
      return [[note('no examples: add pages that the crawl is about with `winnow examples add URL…`')]];
    return [
      ...sides.map((side) => exampleTable(side, examplesOn(set, side))),
      headed('rules, the last one that matches decides', rules.map(describeRule)),
      answers.length === 0 ? [] : [note(waiting(answers.length))],
    ];
  },
});

function exampleTable(side: string, examples: readonly Example[]): readonly ViewBlock[] {
  if (examples.length === 0) return [];
  return [
    table<Example>(
      [
        { title: 'page', width: 70, value: 'source' },
        { title: 'title', width: 40, value: 'title' },
        { title: 'by', value: 'origin' },
      ],
      examples,
      `${side}: ${formatCount(examples.length, 'example')}`,
    ),
  ];
}

/** What to look at between two rounds. Reads every host. */
export const lists = operation({
  about: 'job',
  input: { top: topField(' pages of each kind', 1_000) },
  effect: 'reads',
  job: 'made',
  files: { option: 'html', shown: 'file', says: 'also write the lists to <file>, as a page of HTML' },
  async run(place, { top }, { put }) {
    const { ports, of } = place;
    const set = await readExamples(ports, of.name);
    const rules = await place.settings(of.name);
    const field = await place.field?.(of.name, rules);
    const found = await readLists(ports, of, rules, set, { most: top, ...defined({ field }) });
    put?.(`${of.name}-lists.html`, [listsPage(found)]);
    return found;
  },
  view: (found) => viewLists(found),
});

export function viewLists(found: ExampleLists): View {
  const {
    visited,
    hasTopic,
    likely,
    unlikely,
    doubtful,
    contested = [],
    classes,
    unclassified,
    rounds,
  } = found;
  return [
    [note(`${formatCount(visited, 'page')} read`), ...warningOf(unclassified)],
    rounds.length === 0 ? [] : [roundTable('rounds', rounds)],
    pageTable('likely: accept what is right with `winnow examples accept URL…`', likely),
    pageTable('unlikely: `winnow examples reject URL…` has them visited no more', unlikely),
    pageTable('doubtful: an answer about these teaches most', doubtful),
    pageTable(
      'contested: off topic, but nearest to it by what words mean; an answer tells near topics apart',
      contested,
    ),
    pageTable('in no class: examples like these, in or out, teach a class', unclassified.some),
    classes.length === 0 ? [] : [classTable(classes)],
    hasTopic
      ? []
      : [
          note(
            'the job has no topic yet: `winnow examples round` learns one of the examples and these pages',
          ),
        ],
  ];
}

function warningOf({ pages, share, isHigh }: ExampleLists['unclassified']): readonly ViewBlock[] {
  if (pages === 0) return [];
  const line = note(`${formatCount(pages, 'page')} (${percent(share)}) are in no class`);
  if (!isHigh) return [line];
  return [
    line,
    note(
      'that is much: the topic does not fit what is crawled. Add examples like those below, in or out, and begin a round',
    ),
  ];
}

export function roundTable(title: string, rounds: readonly RoundFigures[]): ViewBlock {
  return table<RoundFigures>(
    [
      { title: 'round', unit: 'count', value: 'number' },
      { title: 'began', unit: 'time', value: 'begunAt' },
      // From its beginning to its last page.
      {
        ...{ title: 'took', unit: 'number' },
        value: ({ fetched, ms }) => (fetched === 0 ? undefined : formatDuration(ms)),
      },
      { title: 'learnt by', value: ({ learner }) => learner ?? 'nothing yet' },
      { title: 'in', unit: 'count', value: 'in' },
      { title: 'out', unit: 'count', value: 'out' },
      { title: 'fetched', unit: 'count', value: 'fetched' },
      { title: 'on topic', unit: 'count', value: 'relevant' },
      { title: 'harvest', unit: 'number', value: ({ harvest }) => shareOf(harvest) },
      { title: 'F1', unit: 'number', value: ({ accuracy }) => accuracy?.f1.toFixed(2) },
    ],
    rounds,
    title,
  );
}

function pageTable(title: string, pages: readonly ListedPage[]): readonly ViewBlock[] {
  if (pages.length === 0) return [];
  return [
    table<ListedPage>(
      [
        { title: 'page', unit: 'url', value: 'url' },
        { title: 'title', width: 40, value: 'title' },
        { title: 'relevance', unit: 'number', value: ({ relevance }) => relevance?.toFixed(2) },
      ],
      pages,
      title,
    ),
  ];
}

function classTable(classes: readonly ListedClass[]): ViewBlock {
  return table<ListedClass>(
    [
      { title: 'class', width: 40, value: 'id' },
      { title: 'pages', unit: 'count', value: 'pages' },
      { title: 'on topic', unit: 'count', value: 'relevant' },
      { title: 'examples', unit: 'number', value: ({ rate }) => shareOf(rate) },
      { title: 'best', unit: 'url', value: ({ best }) => best[0]?.url },
    ],
    classes,
    'classes',
  );
}

function shareOf(part: number | undefined): string | undefined {
  return part === undefined ? undefined : percent(part);
}

export function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}
