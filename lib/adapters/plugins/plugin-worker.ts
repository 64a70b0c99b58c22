import { parentPort } from 'node:worker_threads';
import type { Plugin, PluginPage } from '../../domain/plugin/plugin.ts';
import type { PluginAnswer, PluginAsk } from './plugin-message.ts';

/** Answers that are longer are no fields and no verdict. */
const maxCharacters = 1_000_000;
const maxProblem = 300;

/** By URL. */
const modules = new Map<string, Plugin>();
let page: PluginPage | undefined;

/** The thread of plug-ins: asked one thing at a time, it answers each with one message. */
parentPort?.on('message', (ask: PluginAsk) => {
  answer(ask).then(
    (json) =>
      parentPort?.postMessage({ ok: true, ...(json === undefined ? {} : { json }) } satisfies PluginAnswer),
    (error: unknown) =>
      parentPort?.postMessage({ ok: false, problem: problemOf(error) } satisfies PluginAnswer),
  );
});
parentPort?.postMessage('ready');

async function answer(ask: PluginAsk): Promise<string | undefined> {
  if (ask.kind === 'page') {
    const { url, rest, links } = ask.page;
    page = { fields: {}, ...JSON.parse(rest), links: JSON.parse(links), url };
    return undefined;
  }
  const { module, role } = ask;
  if (ask.kind === 'load') {
    const loaded = (await import(module)) as Plugin;
    if (typeof loaded[role] !== 'function') throw new Error(`it exports no function \`${role}\``);
    modules.set(module, loaded);
    return undefined;
  }
  const called = modules.get(module)?.[role];
  if (called === undefined || page === undefined) throw new Error('it was not loaded');
  page = { ...page, ...JSON.parse(ask.since) };
  const json = JSON.stringify(await called(page as PluginPage, { options: ask.options }));
  if (json !== undefined && json.length > maxCharacters)
    throw new Error(`it returned ${json.length} characters, at most ${maxCharacters}`);
  return json;
}

function problemOf(error: unknown): string {
  const text =
    error instanceof Error
      ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`
      : `threw ${String(error)}`;
  return text.replace(/\s+/g, ' ').slice(0, maxProblem);
}
