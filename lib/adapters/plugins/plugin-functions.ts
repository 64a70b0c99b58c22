import { setTimeout } from 'node:timers/promises';
import type { PluginFunction } from '../../domain/plugins/plugin.ts';
import type { Checked } from '../../domain/plugins/plugin-answer.ts';
import { pluginHealth } from './plugin-health.ts';
import { type PluginCall, type PluginHost, readJson } from './plugin-host.ts';
import type { PluginInput } from './plugin-message.ts';
import { pageOf, problemOf } from './plugin-page.ts';

/** A host of plug-ins that also calls functions of this process. */
export interface FunctionHost extends PluginHost {
  /** From now on plug-ins of this digest are this function. */
  give(digest: string, call: PluginFunction): void;
}

/**
 * Calls the functions of a program on the program's own thread, by the rules of plug-ins: one page at a time, a copy of the
 * page for each call, a deadline, a rest after failures. A function that never lets go of the thread holds up its program.
 * @param now ms of a clock that never goes back
 */
export function withFunctions(host: PluginHost, now: () => number): FunctionHost {
  const functions = new Map<string, PluginFunction>();
  const health = pluginHealth(now);

  const ask = async <T>(
    page: PluginInput,
    called: PluginFunction,
    { plugin, role, since, read }: PluginCall<T>,
  ): Promise<Checked<T>> => {
    const key = `${role} ${plugin.id} ${plugin.digest}`;
    const off = health.off(key);
    if (off !== undefined) return { ok: false, problem: off };
    const answer = await within(plugin.deadlineMs, async () =>
      called(pageOf(page, JSON.stringify(since)), { options: plugin.options }),
    );
    const result = answer.ok ? readJson(answer.json, read) : answer;
    health.note(key, result.ok ? undefined : result.problem);
    return result;
  };

  return {
    ...host,
    give: (digest, call) => void functions.set(digest, call),
    require(plugin) {
      if (!functions.has(plugin.digest)) host.require(plugin);
    },
    session: (page, work) =>
      host.session(page, (askModule) =>
        work((one) => {
          const called = functions.get(one.plugin.digest);
          return called === undefined ? askModule(one) : ask(page, called, one);
        }),
      ),
  };
}

type Said =
  | { readonly ok: true; readonly json: string | undefined }
  | { readonly ok: false; readonly problem: string };

async function within(deadlineMs: number, call: () => Promise<unknown>): Promise<Said> {
  const over = new AbortController();
  const late = setTimeout(deadlineMs, undefined, { signal: over.signal, ref: false }).then(
    (): Said => ({ ok: false, problem: `it took longer than ${deadlineMs} ms` }),
  );
  late.catch(() => undefined);
  const said = call().then(
    (value): Said => ({ ok: true, json: JSON.stringify(value) }),
    (error: unknown): Said => ({ ok: false, problem: problemOf(error) }),
  );
  // A value that JSON cannot hold is the function's fault, too.
  const answer = said.catch((error: unknown): Said => ({ ok: false, problem: problemOf(error) }));
  try {
    return await Promise.race([answer, late]);
  } finally {
    over.abort();
  }
}
