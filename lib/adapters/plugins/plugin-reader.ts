import { defined } from '../../base/defined.ts';
import { jsonLine } from '../../base/json-line.ts';
import { encodeMinHashes, minHashesOf } from '../../base/likeness/min-hashes.ts';
import type { MainContent } from '../../base/page/page-content.ts';
import type { FilterVerdict, PluginsSaid, TopicVerdict } from '../../base/page/topic-verdict.ts';
import type { PluginFilterSettings, PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { Fields } from '../../domain/plugins/plugin.ts';
import { readAnalysis } from '../../domain/plugins/plugin-analysis.ts';
import { readVerdict } from '../../domain/plugins/plugin-answer.ts';
import { readRuleAnswers } from '../../domain/plugins/rule-answer.ts';
import { subjectsOf } from '../../domain/plugins/strategy-rule.ts';
import type { WrittenContent } from '../../domain/reading/written-content.ts';
import { inShort } from '../../domain/reading/written-content.ts';
import { pluginsNamed } from '../../domain/settings/plugins-named.ts';
import type { PageReader, ReadRequest, WrittenPage } from '../../ports/web.ts';
import { isDecided, joinVerdict } from '../../topic/judge.ts';
import { classHierarchy, labelled, pluginFilters } from '../../topic/settings.ts';
import type { AskPlugin, PluginHost } from './plugin-host.ts';

/** What is known of a page before its plug-ins are called. */
interface KnownOfPage {
  readonly fields?: Fields;
  readonly topic?: TopicVerdict;
}

/** What is known of a page after its plug-ins were called. */
interface Judged extends Required<Pick<KnownOfPage, 'fields'>>, Pick<KnownOfPage, 'topic'> {
  /** What an analyser puts in place of the main content. */
  readonly main?: MainContent;
  /** Why there is no verdict: the plug-in that it depends on failed. */
  readonly open?: string;
  /** `id: why` */
  readonly failures: readonly string[];
  readonly failed: readonly string[];
  readonly filters: readonly FilterVerdict[];
}

/**
 * A reader that also calls the job's plug-ins for the pages that it reads. Plug-ins cost more than all other judges of a
 * page, so they come last, analysers before filters, and none is called for a page that is refused without them.
 * @param rules runs rules of strategies
 */
export function readerWithPlugins(reader: PageReader, host: PluginHost, rules = host): PageReader {
  return {
    ...reader,
    ready(needs) {
      reader.ready(needs);
      for (const plugin of pluginsNamed(needs)) host.require(plugin);
    },
    async askRule({ plugin, role, site, question }) {
      const { length } = subjectsOf(question);
      const read = (value: unknown) => readRuleAnswers(value, role, length);
      return await rules.rule({ plugin, role, site, read, question: JSON.stringify(question) });
    },
    async read(request) {
      const { analysers = [], ...plain } = request;
      const filters = pluginFilters(request.topic);
      if (analysers.length + filters.length === 0) return reader.read(request);
      const read = await reader.read(plain);
      if (read.kind !== 'page' || refused(request, read.content)) return read;
      const { rest, links } = read.content;
      return await host.session({ url: request.url, rest, links }, async (ask) =>
        finish(request, read, await judge(ask, request, JSON.parse(rest) as KnownOfPage)),
      );
    },
    async judge(request) {
      const answer = await reader.judge(request);
      if (answer.kind !== 'open') return answer;
      const { links = [], ...rest } = request.content;
      const page = { url: request.url, rest: JSON.stringify(rest), links: JSON.stringify(links) };
      const { fields: found = {} } = rest;
      const judged = await host.session(page, (ask) =>
        judge(ask, request, { fields: found, topic: answer.verdict }),
      );
      const { open, topic, fields, filters, failures } = judged;
      const plugins: PluginsSaid = { fields, filters, failures };
      if (open !== undefined || topic === undefined)
        return { kind: 'unreadable', detail: open ?? '', plugins };
      return { kind: 'judged', verdict: topic, plugins };
    },
  };
}

function refused({ topic }: ReadRequest, content: WrittenContent): boolean {
  return content.topic?.relevant === false && topic !== undefined && isDecided(content.topic, topic.match);
}

async function judge(
  ask: AskPlugin,
  request: Pick<ReadRequest, 'analysers' | 'topic'>,
  page: KnownOfPage,
): Promise<Judged> {
  let { fields = {} } = page;
  let main: MainContent | undefined;
  let verdict = page.topic;
  const failures: string[] = [];
  const failed: string[] = [];
  const filters: FilterVerdict[] = [];
  const note = ({ id }: PluginSettings, problem: string): void => {
    failures.push(`${id}: ${problem}`);
    failed.push(id);
  };
  for (const plugin of request.analysers ?? []) {
    const since = { fields, ...defined({ main }) };
    const answer = await ask({ plugin, role: 'analyse', since, read: readAnalysis });
    if (answer.ok) {
      fields = { ...fields, ...answer.value.fields };
      main = answer.value.main ?? main;
    } else note(plugin, answer.problem);
  }
  let open: string | undefined;
  const hierarchy = classHierarchy(request.topic?.classes);
  const { match = 'all' } = request.topic ?? {};
  for (const plugin of pluginFilters(request.topic)) {
    if (verdict !== undefined && isDecided(verdict, match)) break;
    const answer = await askFilter(ask, plugin, { fields, topic: verdict, ...defined({ main }) });
    if (answer.ok) {
      filters.push(answer.value);
      verdict = labelled(joinVerdict(verdict, answer.value), hierarchy);
    } else {
      note(plugin, answer.problem);
      open ??= failures.at(-1);
    }
  }
  const isOpen = open !== undefined && (verdict === undefined || !isDecided(verdict, match));
  return defined({
    fields,
    main,
    topic: verdict,
    open: isOpen ? open : undefined,
    failures,
    failed,
    filters,
  });
}

function askFilter(ask: AskPlugin, plugin: PluginFilterSettings, since: object) {
  return ask({ plugin, role: 'filter', since, read: (value) => readVerdict(value, plugin.id) });
}

function finish(
  { content: wanted }: ReadRequest,
  read: Extract<WrittenPage, { kind: 'page' }>,
  judged: Judged,
): WrittenPage {
  const { fields, main, topic, open, failures, failed } = judged;
  if (open !== undefined) return { kind: 'undecided', detail: open, failedPlugins: failed };
  const isCompared = wanted !== undefined && wanted.nearDuplicates !== 'keep';
  const minHashes = main && isCompared ? minHashesOf(main.text) : undefined;
  const rest = {
    ...(JSON.parse(read.content.rest) as object),
    ...defined({ topic, main, minHashes: minHashes && encodeMinHashes(minHashes) }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(failures.length === 0 ? {} : { pluginFailures: failures }),
  };
  const content = {
    ...read.content,
    ...defined({ minHashes }),
    ...(topic === undefined ? {} : { topic: inShort(topic) }),
    rest: jsonLine(JSON.stringify(rest)),
  };
  return { ...read, content, ...(failed.length === 0 ? {} : { failedPlugins: failed }) };
}
