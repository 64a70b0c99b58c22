import { parentPort } from 'node:worker_threads';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import type { NumberedAnswer, NumberedAsk, PluginAnswer, PluginAsk, PluginInput } from './plugin-message.ts';
import { pageOf, problemOf } from './plugin-page.ts';
import { answersOf } from './rule-answers.ts';

/** The longest answer: no fields and no verdict need more. */
const maxCharacters = 1_000_000;

/** Loaded modules by URL. */
const modules = new Map<string, Plugin>();
let page: PluginInput | undefined;

/** The thread of plug-ins: gets one request at a time, and posts one message for each. */
parentPort?.on('message', ({ number, ask }: NumberedAsk) => {
  const post = (said: PluginAnswer): void =>
    parentPort?.postMessage({ number, answer: said } satisfies NumberedAnswer);
  answer(ask).then(
    (json) => post({ ok: true, ...(json === undefined ? {} : { json }) }),
    (error: unknown) => post({ ok: false, problem: problemOf(error) }),
  );
});
parentPort?.postMessage('ready');

async function answer(ask: PluginAsk): Promise<string | undefined> {
  if (ask.kind === 'page') {
    page = ask.page;
    return undefined;
  }
  const { module, role } = ask;
  if (ask.kind === 'load') {
    const loaded = (await import(module)) as Plugin;
    if (typeof loaded[role] !== 'function') throw new Error(`it exports no function \`${role}\``);
    modules.set(module, loaded);
    return undefined;
  }
  const loaded = modules.get(module);
  const json = JSON.stringify(await (ask.kind === 'rule' ? askRule(loaded, ask) : askPage(loaded, ask)));
  if (json !== undefined && json.length > maxCharacters)
    throw new Error(`it returned ${json.length} characters, at most ${maxCharacters}`);
  return json;
}

function askPage(loaded: Plugin | undefined, { role, options, since }: Ask<'call'>): unknown {
  const called = loaded?.[role];
  if (called === undefined || page === undefined) throw new Error('it was not loaded');
  return called(pageOf(page, since), { options });
}

function askRule(loaded: Plugin | undefined, { role, options, question }: Ask<'rule'>): unknown {
  const called = loaded?.[role];
  if (called === undefined) throw new Error('it was not loaded');
  return answersOf(called, options, question);
}

type Ask<Kind> = Extract<PluginAsk, { readonly kind: Kind }>;
