import { defined } from '../../base/defined.ts';
import { type KnownLanguage, languageOf } from '../../base/language/document-language.ts';
import { textOf } from '../../base/line.ts';
import type { Link } from '../../base/links/link.ts';
import { hostOf } from '../../base/url/url.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { askedIn } from '../../domain/strategy/condition.ts';
import type { LinkInstance } from '../../domain/strategy/facts.ts';
import { type FoundOn, instancesOf } from '../../domain/strategy/links.ts';
import { ownRulesOf, rulesOf, type Stage } from '../../domain/strategy/strategy.ts';
import { pageFit, probabilityOf } from '../../topic/judge.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited } from '../turn/visited.ts';

/** The links of a visited page to its own host, as link instances. @param page with its score when it was chosen */
export function ownLinks(
  turn: Turn,
  stage: Stage,
  { url }: Work,
  { visited, score }: { readonly visited: Visited; readonly score: number | undefined },
): readonly LinkInstance[] {
  const content = visited.kept?.content;
  if (content === undefined || content.linkCount === 0) return [];
  const links = JSON.parse(textOf(content.links)) as readonly Link[];
  const followed = new Set<string>(content.targets);
  const relevance = relevanceOf(turn, url, visited);
  const page: FoundOn = {
    ...askedOf(stage, textOf(content.rest)),
    ...(relevance === undefined ? {} : { relevance }),
    ...(needsOf(stage).hasSources ? { source: { url, ...defined({ relevance, score }) } } : {}),
    ...(content.contentBlocks === undefined ? {} : { blocks: content.contentBlocks.split(' ') }),
  };
  const isOwn = (to: Link['url']): boolean => to !== url && hostOf(to) === turn.key.host && followed.has(to);
  return instancesOf(links, page).filter((link) => isOwn(link.url));
}

/** The relevance of a page, 0 to 1; undefined: nobody judged it. */
export function relevanceOf({ settings }: Turn, url: Work['url'], { kept }: Visited): number | undefined {
  const verdict = kept?.content.topic;
  const { topic } = settingsFor(settings, url);
  return verdict === undefined || topic === undefined ? undefined : probabilityOf(pageFit(topic, verdict));
}

/** Whether a page is relevant: what the topic says; without one, whatever was kept. */
export function isRelevant({ settings }: Turn, { kept, outcome }: Visited): boolean {
  if (settings.topic !== undefined) return kept?.content.topic?.relevant === true;
  return outcome.kind === 'stored' || outcome.kind === 'duplicate' || outcome.kind === 'unchanged';
}

/** What only some strategies ask of a page: it stands in the JSON of its content. */
function askedOf(stage: Stage, rest: string): FoundOn {
  const { asked, fields, hasSources } = needsOf(stage);
  const units = {
    hasBlocks: asksBlocks(stage),
    hasBlockWords: hasSources || asked.has('block'),
    hasRows: asked.has('rowYield'),
  };
  if (!asked.has('language') && fields.length === 0) return units;
  const content = JSON.parse(rest) as KnownLanguage & {
    readonly fields?: Readonly<Record<string, unknown>>;
  };
  const language = languageOf(content)?.toLowerCase().split('-')[0];
  return {
    ...units,
    ...(language === undefined ? {} : { language }),
    fields: Object.fromEntries(fields.map((name) => [name, numbersIn(content.fields?.[name])])),
  };
}

/** A plug-in gives a list of texts: an URL of the page's links, a space and a number; without a number it is 1. */
function numbersIn(field: unknown): ReadonlyMap<string, number> {
  const entries = Array.isArray(field) ? field : [field];
  return new Map(
    entries.flatMap((entry) => {
      if (typeof entry !== 'string') return [];
      const [url = '', text = '1'] = entry.split(' ');
      const number = Number(text);
      return Number.isFinite(number) ? [[url, number] as const] : [];
    }),
  );
}

/** Whether rules of a stage ask which links stand together. */
export function asksBlocks(stage: Stage): boolean {
  const { asked, hasSources } = needsOf(stage);
  return hasSources || asked.has('block') || asked.has('blockYield');
}

interface Needs {
  readonly asked: ReadonlySet<string>;
  readonly fields: readonly string[];
  /** Whether a plug-in may ask for all that is known. */
  readonly hasSources: boolean;
}

const needs = new WeakMap<Stage, Needs>();

function needsOf(stage: Stage): Needs {
  const known = needs.get(stage);
  if (known !== undefined) return known;
  const rules = rulesOf(stage);
  const asked = new Set<string>(
    rules.flatMap((rule) => [
      ...askedIn(rule.when, () => undefined),
      ...('times' in rule && rule.times !== undefined ? [rule.times] : []),
    ]),
  );
  const fields = [...new Set(JSON.stringify(rules).match(/(?<="field":\{"name":")[^"]+/g))];
  const made = { asked, fields, hasSources: ownRulesOf(stage).length > 0 };
  needs.set(stage, made);
  return made;
}
