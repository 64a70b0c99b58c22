import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { formatCount } from '../../../base/quantity.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import { requireContact } from '../../../domain/settings/contact.ts';
import type { JobSettings } from '../../../domain/settings/settings.ts';
import { admissible } from '../../../pipeline/frontier/candidates.ts';
import { field, hostText, text } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { note, table } from '../../../pipeline/operation/view.ts';
import { withWeb } from '../../../pipeline/operation/with-web.ts';
import type { Job } from '../../../ports/jobs.ts';
import type { Ports } from '../../../ports/ports.ts';
import { eachJudged } from '../each-judged.ts';
import { findNear } from '../find-near.ts';
import { linkLines } from '../link-lines.ts';
import { gatherMaterial, type MaterialPorts } from '../material.ts';
import { readExamples } from '../read-examples.ts';
import { checkLearner } from '../set/check-learner.ts';
import { type InfoHub, type KnownPage, openInfoHubs } from '../set/info-hubs.ts';
import type { JobExamples, LearntFigures } from '../set/job-examples.ts';
import type { LearnPage } from '../set/learner.ts';
import { learnerNamed } from '../set/learners.ts';
import type { Nearness, RankedNearPage } from '../set/neighbours.ts';
import { openPureSites, type PureSite } from '../set/pure-sites.ts';
import { sidesOf } from '../set/rule-counts.ts';
import { topField } from './lists.ts';
import { add } from './said.ts';

const nearness: Readonly<Record<Nearness, string>> = {
  linked: 'it is linked',
  links: 'it links here',
  beside: 'linked beside it',
};

/** Pages near an example that may be examples too; their titles are fetched. */
export const near = operation({
  about: 'job',
  input: {
    url: field(text('must be a URL', 10_000), {
      says: 'the URL of an example, or of any page',
      isArgument: true,
    }),
    top: topField('', 100),
  },
  effect: 'reads',
  fetches: true,
  job: 'made',
  run: (place, { url, top }, { signal }) =>
    withWeb(place, true, async (all, rules) => {
      const set = await readExamples(place.ports, place.of.name);
      const field = await place.field?.(place.of.name, rules);
      return await findNear(all, place.of, rules, set, { url, most: top, signal, ...defined({ field }) });
    }),
  view({ url, terms, looked, near: found }) {
    const words = terms.slice(0, 8).map(({ term }) => term);
    const head = note(`${formatCount(looked, 'page')} near ${url}; words of the topic: ${words.join(', ')}`);
    if (found.length === 0) return [[head, note('none has a title with such words')]];
    const rows = table<RankedNearPage>(
      [
        { title: 'page', unit: 'url', value: 'url' },
        { title: 'title', width: 42, value: ({ title, isTitle }) => `${isTitle ? '' : '→ '}${title}` },
        { title: 'words', width: 40, value: (one) => one.words.join(', ') },
        { title: 'near', value: (one) => nearness[one.nearness] },
      ],
      found,
    );
    return [[head, rows, note('add what is right with `winnow examples add URL…`')]];
  },
});

/** Pages that link to most accepted and relevant pages. Reads every host and the link log. */
export const infoHubs = operation({
  about: 'job',
  input: { top: topField('', 100) },
  effect: 'reads',
  job: 'made',
  async run({ ports, of, settings }, { top }) {
    const set = await readExamples(ports, of.name);
    return { hubs: await findInfoHubs(ports, of, await settings(of.name), set, top) };
  },
  view({ hubs }) {
    if (hubs.length === 0) return [[note('no page links to three pages that were accepted or are on topic')]];
    const rows = table<InfoHub>(
      [
        { title: 'page', unit: 'url', value: 'url' },
        { title: 'accepted', unit: 'count', value: 'accepted' },
        { title: 'on topic', unit: 'count', value: 'relevant' },
        { title: 'not visited', unit: 'count', value: 'unvisited' },
        { title: 'own relevance', unit: 'number', value: ({ own }) => own?.toFixed(2) },
      ],
      hubs,
    );
    return [[rows]];
  },
});

/** The hosts of which most is on topic. Reads every host. */
export const pureSites = operation({
  about: 'job',
  input: { top: topField('', 100) },
  effect: 'reads',
  job: 'made',
  async run({ ports, of, settings }, { top }) {
    const set = await readExamples(ports, of.name);
    return { sites: (await findPureSites(ports, of, await settings(of.name), set)).best(top) };
  },
  view({ sites }) {
    if (sites.length === 0)
      return [[note('no site has three judged pages of which some are on topic and new')]];
    const rows = table<PureSite>(
      [
        { title: 'site', value: 'host' },
        { title: 'judged', unit: 'count', value: 'judged' },
        { title: 'on topic', unit: 'count', value: 'relevant' },
        { title: 'new examples', unit: 'count', value: ({ pages }) => pages.length },
      ],
      sites,
    );
    return [[rows, note('`winnow examples approve SITE` makes the best pages of a site examples')]];
  },
});

/** Makes the best pages of a site examples that are in, and says how well the topic is learnt before and after. */
export const approve = operation({
  about: 'job',
  input: {
    host: field(hostText(), { says: 'a host, as `winnow examples sites` shows it', isArgument: true }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  job: 'made',
  async run(place, { host }, { signal }) {
    const { ports, of } = place;
    const rules = await place.settings(of.name);
    requireContact(rules);
    const before = await readExamples(ports, of.name);
    const site = (await findPureSites(ports, of, rules, before)).site(host);
    if (site === undefined || site.pages.length === 0)
      throw new WinnowError(
        'not-found',
        `no page of ${host} is on topic and not judged yet: \`winnow examples sites\` lists sites`,
      );
    const added = await add(place, { side: 'in', origin: 'site', urls: site.pages }, signal);
    const after = await readExamples(ports, of.name);
    return { site, added, ...(await gainOfSite(ports, of, rules, { before, after }, site)) };
  },
  inShort: ({ added }) => ({ added: added.added.length, failed: added.failed.length }),
  view({ site, added, before, after }) {
    const head = note(`${formatCount(added.added.length, 'example')} of ${site.host}`);
    if (before === undefined || after === undefined)
      return [[head, note('before and after cannot be compared: reject some pages first')]];
    const judged = formatCount(before.labelled, 'page');
    return [
      [head, note(`on ${judged} that people judged: before ${figures(before)}, after ${figures(after)}`)],
    ];
  },
});

function figures({ precision, recall, f1 }: LearntFigures): string {
  return `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, F1 ${f1.toFixed(2)}`;
}

/** How long the link log is read. */
const linkLogMs = 120_000;

/** The purest sites of a crawl. Reads every host. */
export async function findPureSites(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
  { examples, rules }: JobExamples,
): Promise<ReturnType<typeof openPureSites>> {
  const sideOf = sidesOf(examples, rules);
  const sites = openPureSites();
  await eachJudged(ports, job, settings, (page) => sites.add(page, sideOf(page.url) !== undefined));
  return sites;
}

/** The pages that link to most accepted and relevant pages. Reads every host and the link log. */
export async function findInfoHubs(
  ports: Pick<Ports, 'hosts' | 'segments' | 'links' | 'clock'>,
  job: Job,
  settings: JobSettings,
  { examples, rules }: JobExamples,
  most: number,
): Promise<readonly InfoHub[]> {
  const sideOf = sidesOf(examples, rules);
  const known = new Map<CanonicalUrl, KnownPage>();
  await eachJudged(ports, job, settings, ({ url, relevance }) => {
    const accepted = sideOf(url) === 'in';
    known.set(url, { accepted, ...(relevance === undefined ? {} : { relevance }) });
  });
  const hubs = openInfoHubs(known, (url) => admissible({ url, depth: 1, rank: 0 }, 0, settings));
  for await (const line of linkLines(ports, job.name, ports.clock.monotonic() + linkLogMs)) hubs.add(line);
  return hubs.best(most);
}

/** How well the usual learner does before and after pages of a site are examples, on the same pages that people have judged. */
export interface SiteGain {
  readonly before?: LearntFigures;
  readonly after?: LearntFigures;
}

/** @param before examples without the site @param after the same with it */
export async function gainOfSite(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
  { before, after }: { readonly before: JobExamples; readonly after: JobExamples },
  site: PureSite,
): Promise<SiteGain> {
  const learner = learnerNamed(undefined);
  const material = await gatherMaterial(ports, job, settings, before);
  const sources = new Set<string>(site.pages);
  const { labelled } = await gatherMaterial(ports, job, settings, after);
  const added: readonly LearnPage[] = labelled.in.filter(({ source }) => sources.has(source));
  const unlabelled = material.unlabelled.filter(({ source }) => !sources.has(source));
  const [was, is] = [
    checkLearner(learner, { ...material, unlabelled }),
    checkLearner(learner, { ...material, unlabelled }, { in: added, out: [] }),
  ];
  return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) };
}
