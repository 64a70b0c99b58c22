import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { formatCount } from '../../../base/quantity.ts';
import { field, flag, optional, text } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { detail, failure, note } from '../../../pipeline/operation/view.ts';
import { withAnswers, withRemoved } from '../set/change-set.ts';
import type { ExampleAnswer, JobExamples } from '../set/job-examples.ts';
import type { Side } from '../set/side.ts';
import { changeExamples, clearExamples } from '../stored-examples.ts';
import { add, canonicalOf, type ExamplesAdded, putInForce } from './said.ts';

const [mostPages, mostChars, mostListed] = [10_000, 10_000_000, 100_000_000];
const wrongPage = 'must be an http(s) URL, or a page with its source';
const wrongPages = `must be a list of at most ${mostPages} pages`;
const long = () => z.string(wrongPage).check(z.maxLength(mostChars, wrongPage));
/** What is read of a page; absent for a file that is no page. */
const content = z.object({
  title: long(),
  metadata: z.record(long(), z.array(long())),
  text: long(),
  language: optional(long()),
});
const page = z.union(
  [text(wrongPage, 10_000), z.object({ source: text(wrongPage, 10_000), page: optional(content) })],
  wrongPage,
);

/** The URLs in a list with one a line. */
function urlsIn(lines: string): readonly string[] {
  return lines
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const isUrl = (word: string): boolean => /^https?:\/\//i.test(word);

/** Adds pages as examples: of the collection, else they are fetched. Those that are `out` are not visited again. */
export const addPages = operation({
  about: 'job',
  input: {
    pages: field(optional(z.array(page, wrongPages).check(z.maxLength(mostPages, wrongPages))), {
      says: 'URLs, text or HTML files, and folders of such files',
      ...{ isArgument: true, arePages: true },
    }),
    out: flag('add pages that the crawl is not about'),
    list: field(optional(z.string().check(z.maxLength(mostListed))), {
      says: 'also add the URLs in <file>, one a line',
      ...{ shown: 'file', isFile: true },
    }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  job: 'made',
  refuses({ pages = [], list = '' }) {
    const urls = [...pages.filter((one) => typeof one === 'string'), ...urlsIn(list)];
    const wrong = urls.find((one) => !isUrl(one));
    if (wrong !== undefined) return `${wrong.slice(0, 80)} is no http(s) URL`;
    return pages.length + urls.length > 0
      ? undefined
      : 'give at least one page: a URL, a file or a folder, or --list FILE';
  },
  askedInShort: ({ pages = [], list = '', out }) => ({ out, pages: pages.length + urlsIn(list).length }),
  async run(place, { pages = [], list = '', out }, { signal }): Promise<ExamplesAdded> {
    const urls = [...pages.filter((one) => typeof one === 'string'), ...urlsIn(list)];
    const files = pages.flatMap((one) =>
      typeof one === 'string'
        ? []
        : { source: one.source, ...defined({ page: one.page && defined(one.page) }) },
    );
    return await add(place, { side: out ? 'out' : 'in', origin: 'named', urls, files }, signal);
  },
  inShort: ({ side, added, failed }) => ({ side, added: added.length, failed: failed.length }),
  view({ side, added, moved, equal, failed, seeds }) {
    const { accepted, refused } = seeds;
    return [
      [
        note(`${formatCount(added.length, 'example')} ${side}`),
        ...(accepted.length > 0 ? [note(`${formatCount(accepted.length, 'page')} joined the seeds`)] : []),
        ...moved.map((source) => detail(`${source}: it was on the other side before`)),
        ...equal.map(({ source, to }) =>
          detail(`${source}: the same text as ${to}: nothing more is learnt of it`),
        ),
        ...failed.map(({ source, problem }) => detail(`${source}: ${problem}`)),
        ...refused.map(({ input, reason }) => detail(`${input}: an example, and no seed: ${reason}`)),
        ...(failed.length > 0 ? [failure()] : []),
      ],
    ];
  },
});

const wrongUrls = `must be a list of 1 to ${mostPages} URLs`;

function namedPages(says: string) {
  const pages = z.array(text(wrongUrls, 10_000), wrongUrls);
  return field(pages.check(z.minLength(1, wrongUrls), z.maxLength(mostPages, wrongUrls)), {
    ...{ says, isArgument: true },
  });
}

/** Makes pages examples no more. */
export const removePages = operation({
  about: 'job',
  input: { pages: namedPages('URLs or names of files, as `winnow examples list` shows them') },
  effect: 'changes',
  hasNoDryRun: true,
  job: 'made',
  async run(place, { pages }) {
    const canonicalise = await canonicalOf(place);
    const sources = new Set(
      pages.flatMap((one) => {
        const canonical = canonicalise(one);
        return canonical.ok ? [one, canonical.url] : [one];
      }),
    );
    let removed: readonly string[] = [];
    await changeExamples(place.ports, place.of.name, (set) => {
      removed = set.examples.flatMap(({ source }) => (sources.has(source) ? [source] : []));
      return removed.length === 0 ? set : withRemoved(set, sources);
    });
    if (removed.length > 0) await putInForce(place);
    return { removed };
  },
  view({ removed }, { input: { pages } }) {
    const others = pages.length - removed.length;
    const unknown = `${formatCount(others, 'page')} that is no example: see \`winnow examples list\``;
    return [
      [
        note(`${formatCount(removed.length, 'example')} removed`),
        ...(others > 0 ? [note(unknown)] : []),
        ...(removed.length === 0 ? [failure()] : []),
      ],
    ];
  },
});

/** Forgets all examples, rules, answers and rounds; models stay for other jobs. `cleared` is null where they were lost before. */
export const clear = operation({
  about: 'job',
  input: {},
  effect: 'changes',
  hasNoDryRun: true,
  // The settings of the job's files cannot be put in force while examples that belong to them are lost.
  job: 'stored',
  async run(place): Promise<{ readonly cleared: JobExamples | null }> {
    const was = await clearExamples(place.ports, place.of.name);
    await putInForce(place);
    return { cleared: was ?? null };
  },
  inShort: ({ cleared }) => ({ examples: cleared?.examples.length }),
  view({ cleared }) {
    if (cleared === null) return [[note('what was lost or damaged is forgotten: the job has no examples')]];
    const { examples, rules } = cleared;
    return [
      [note(`${formatCount(examples.length, 'example')} and ${formatCount(rules.length, 'rule')} forgotten`)],
    ];
  },
});

/** Notes what a person says of pages of the lists. */
function answering(side: Side) {
  return operation({
    about: 'job',
    input: { urls: namedPages('URLs of pages, as `winnow examples lists` shows them') },
    effect: 'changes',
    hasNoDryRun: true,
    job: 'made',
    async run(place, { urls }) {
      const canonicalise = await canonicalOf(place);
      const at = place.ports.clock.now();
      const said = urls.map((written): ExampleAnswer => {
        const canonical = canonicalise(written.trim());
        if (canonical.ok) return { url: canonical.url, side, at };
        throw new WinnowError('usage', `${written} is no http(s) URL`);
      });
      const { answers } = await changeExamples(place.ports, place.of.name, (set) => withAnswers(set, said));
      return { answers };
    },
    inShort: ({ answers }) => ({ answers: answers.length }),
    view: ({ answers }) => [[note(waiting(answers.length))]],
  });
}

export function waiting(answers: number): string {
  return `${formatCount(answers, 'answer')} for the next round: \`winnow examples round\` begins it`;
}

export const accept = answering('in');
export const reject = answering('out');
