import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { field, flag, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { mustBeSeen, seenVersion } from '../../pipeline/operation/seen-version.ts';
import { headed, note, table, type ViewBlock } from '../../pipeline/operation/view.ts';
import { statistics } from '../../pipeline/report/statistics.ts';
import type { CollectionStatistics, Difference } from '../../topic/judge.ts';
import type { TermSettings } from '../../topic/settings.ts';
import {
  type CheckedTerms,
  checkTerms,
  mustBeUsable,
  type TermChanges,
  type TermFault,
  type TermRow,
  termChanges,
} from './check-terms.ts';
import { definitionBelow, definitionVersion, keepEdit, readEdits, withEditedTerms } from './edited-terms.ts';

/** Characters of a definition. */
const longest = 500_000;
/** A try ends after this time, with what it has found. */
const tryMs = 20_000;

const filterField = field(optional(text('must be the id of a filter', 200)), {
  says: 'of the filter <id>, where the topic has several with terms',
  shown: 'id',
});

/** The definition of a filter. */
export interface ShownTerms extends CheckedTerms {
  readonly filter: string;
  /** What a change says that it was made on. */
  readonly version: string;
  /** It holds in place of what the files of the job say. */
  readonly isEdited: boolean;
  readonly definition: string;
}

/** The topic definitions of a job as they hold, each with its version. */
export const show = operation({
  about: 'job',
  input: { filter: filterField },
  effect: 'reads',
  async run(place, { filter }) {
    const edits = await readEdits(place.ports, place.of.name);
    const filters = termFilters(await place.settings(place.of.name), filter);
    const shown = filters.map(async (one): Promise<ShownTerms> => {
      const isEdited = (await definitionBelow(place.ports, edits, one)) !== undefined;
      const { id, definition } = one;
      return { filter: id, version: definitionVersion(one), isEdited, definition, ...checkTerms(one) };
    });
    return { job: place.of.name, filters: await Promise.all(shown) };
  },
  view: ({ filters }) =>
    filters.length === 0
      ? [[note('the topic of the job has no terms')]]
      : filters.map(({ filter, version, isEdited, terms, faults }) => [
          note(
            `${filter}: ${formatCount(terms.length, 'term')}, version ${version}${isEdited ? ', edited' : ''}`,
          ),
          termTable(terms),
          ...faultLines(faults),
        ]),
});

/** What other terms would change, or have changed. */
export interface TermsEdit extends TermChanges {
  readonly filter: string;
  /** Of the definition that holds, and in a dry run of the one that would. */
  readonly version: string;
  readonly faults: readonly TermFault[];
  readonly dryRun: boolean;
  readonly trial?: TermsTrial;
}

/** What a part of the collection says of other terms. */
export interface TermsTrial {
  /** Hits of the new rows, over a sample of records as it came. */
  readonly hits: NonNullable<CollectionStatistics['terms']>;
  readonly records: number;
  readonly difference: Difference;
}

/** Gives a filter another definition, which holds until the files of the job say another; a dry run tries it on stored pages. */
export const edit = operation({
  about: 'job',
  input: {
    definition: field(optional(text(`must be text of at most ${longest} characters`, longest)), {
      says: 'the rows of <file>, WEIGHT: TERM=CLASS, take the place of those that hold',
      ...{ shown: 'file', isFile: true },
    }),
    reset: flag('have the files of the job hold again'),
    filter: filterField,
    ifVersion: seenVersion('winnow terms show'),
    pages: field(optional(whole(1, 20_000)), {
      says: 'a dry run judges at most <number> pages (default 2000)',
      shown: 'number',
    }),
  },
  effect: 'changes',
  refuses: ({ definition, reset }) =>
    (definition !== undefined) === reset ? 'give a definition, or reset' : undefined,
  askedInShort: ({ filter, reset }) => ({ ...defined({ filter }), reset }),
  async run(place, { definition, reset, filter, ifVersion, pages = 2_000 }, { dryRun }): Promise<TermsEdit> {
    const edits = await readEdits(place.ports, place.of.name);
    // With what somebody has kept a moment ago and not put in force yet.
    const settings = await withEditedTerms(place.ports, await place.settings(place.of.name), edits);
    const before = onlyFilter(settings, filter);
    const version = definitionVersion(before);
    mustBeSeen(`the terms of ${before.id}`, ifVersion, version, 'your text was not taken');
    const written = reset ? await definitionBelow(place.ports, edits, before) : definition;
    if (written === undefined) throw new WinnowError('usage', 'the terms are those of the files already');
    const after: TermSettings = { ...before, definition: written };
    const checked = checkTerms(after);
    const next = withFilter(settings, after);
    const told = {
      ...{ filter: before.id, version: definitionVersion(after), faults: checked.faults, dryRun },
      ...termChanges(checkTerms(before), checked),
    };
    if (dryRun) {
      const isUsable = checked.terms.length > 0;
      return {
        ...told,
        ...defined({ trial: isUsable ? await tryTerms(place, next, told, pages) : undefined }),
      };
    }
    mustBeUsable(checked, after, settings);
    await keepEdit(place.ports, place.of.name, edits, { filter: before, definition: written });
    await onlyThere(place.ensureJob)(next);
    return told;
  },
  inShort: ({ version, added, removed }) => ({ version, added: added.length, removed: removed.length }),
  view: ({ filter, version, added, removed, faults, dryRun, trial }, { order }) => [
    [
      note(
        `${filter}: ${formatCount(added.length, 'row')} ${dryRun ? 'would be ' : ''}new, ${formatNumber(removed.length)} gone`,
      ),
      ...headed('new', added.slice(0, mostTold).map(rowText)),
      ...headed('gone', removed.slice(0, mostTold).map(rowText)),
      ...faultLines(faults),
      ...(trial === undefined ? [] : trialLines(trial)),
      note(
        dryRun
          ? 'nothing was changed'
          : `version ${version} holds; ${order('reclassify')} judges stored pages by it`,
      ),
    ],
  ],
});

const mostTold = 20;

/** Judges stored pages by other settings, and counts the new terms in records. Bounded in pages and in time. */
async function tryTerms(
  place: JobPlace,
  settings: JobSettings,
  { filter, added }: Pick<TermsEdit, 'filter' | 'added'>,
  most: number,
): Promise<TermsTrial> {
  const { ports, of } = place;
  const endBy = ports.clock.monotonic() + tryMs;
  const bounds = { most, endBy };
  const isNew = new Set(added.map(({ line }) => line));
  const counted = await statistics(ports, of.name, settings, { terms: true, bounds });
  const difference = await onlyThere(place.difference)(of, {}, { ...bounds, settings });
  const hits = (counted.terms ?? []).filter((one) => one.filter === filter && isNew.has(one.line));
  return { hits, records: counted.records, difference };
}

/** @throws WinnowError `usage` for an id that no filter with terms has */
function termFilters({ topic }: JobSettings, id: string | undefined): readonly TermSettings[] {
  const all = (topic?.filters ?? []).filter((one) => one.kind === 'terms');
  const found = id === undefined ? all : all.filter((one) => one.id === id);
  if (id === undefined || found.length > 0) return found;
  throw new WinnowError('not-found', `there is no filter ${id} with terms; there are: ${namesOf(all)}`);
}

function onlyFilter(settings: JobSettings, id: string | undefined): TermSettings {
  const [first, ...others] = termFilters(settings, id);
  if (first === undefined) throw new WinnowError('usage', 'the topic of the job has no terms');
  if (others.length === 0) return first;
  throw new WinnowError('usage', `say which filter: ${namesOf([first, ...others])}`);
}

function namesOf(filters: readonly TermSettings[]): string {
  return filters.map(({ id }) => id).join(', ') || 'none';
}

function withFilter(settings: JobSettings, after: TermSettings): JobSettings {
  const { topic } = settings;
  if (topic === undefined) return settings;
  const filters = topic.filters.map((one) => (one.id === after.id ? after : one));
  return { ...settings, topic: { ...topic, filters } };
}

function termTable(terms: readonly TermRow[]): ViewBlock {
  return table<TermRow>(
    [
      { title: 'line', unit: 'number', value: 'line' },
      { title: 'weight', unit: 'number', value: 'weight' },
      { title: 'term', width: 50, value: 'term' },
      { title: 'classes', width: 30, value: ({ classes }) => classes.join(', ') },
    ],
    terms,
  );
}

function rowText({ weight, term, classes }: TermRow): string {
  return `${weight}: ${term}=${classes.join(', ')}`;
}

function faultLines(faults: readonly TermFault[]): readonly ViewBlock[] {
  return faults.slice(0, mostTold).map(({ line, problem }) => note(`line ${line}: ${problem}`));
}

function trialLines({ hits, records, difference }: TermsTrial): readonly ViewBlock[] {
  const { pages, counts, isPart } = difference;
  const judged = `${isPart ? 'of the first ' : ''}${formatCount(pages, 'stored page')}`;
  return [
    note(
      `${judged}: ${formatNumber(counts.dropped)} would leave the collection, ${formatNumber(counts.restored)} come in, ${formatNumber(counts.revised)} get another verdict`,
    ),
    ...headed(
      `hits of new rows in ${formatCount(records, 'record')}`,
      hits.slice(0, mostTold).map((one) => `line ${one.line} ${one.term}: ${formatNumber(one.hits)}`),
    ),
  ];
}
