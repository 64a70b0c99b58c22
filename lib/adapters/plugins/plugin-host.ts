import { WinnowError } from '../../base/error.ts';
import type {
  PageRole,
  PluginRole,
  PluginSettings,
  RuleRole,
} from '../../base/setting-kinds/plugin-settings.ts';
import type { Checked } from '../../domain/plugins/plugin-answer.ts';
import { ownProgram } from '../system/own-program.ts';
import { pluginHealth } from './plugin-health.ts';
import type { PluginAnswer, PluginInput } from './plugin-message.ts';
import { pluginThread } from './plugin-thread.ts';

/** A call of a plug-in for the page of a session. */
export interface PluginCall<T> {
  readonly plugin: PluginSettings;
  readonly role: PageRole;
  /** What became of the page since it was read: its fields and its verdict. */
  readonly since: object;
  /** Reads the plug-in's answer. */
  readonly read: (value: unknown) => Checked<T>;
}

/** A call of a rule of a strategy for the targets of a site. */
export interface RuleCall<T> extends Pick<PluginCall<T>, 'plugin' | 'read'> {
  readonly role: RuleRole;
  readonly site: string;
  /** JSON of a `RuleQuestion`. */
  readonly question: string;
}

/** Never throws for what a plug-in does. @throws WinnowError `not-found` for a plug-in that the installation lacks */
export type AskPlugin = <T>(call: PluginCall<T>) => Promise<Checked<T>>;

/** Runs plug-ins in one process, for one page at a time. */
export interface PluginHost {
  /** Runs `work` for a page; pages wait for each other in the order of the calls. */
  session<T>(page: PluginInput, work: (ask: AskPlugin) => Promise<T>): Promise<T>;
  /** Asks a rule of a strategy; calls wait for each other. Never throws. */
  rule<T>(call: RuleCall<T>): Promise<Checked<T>>;
  /** @throws WinnowError `config` for a plug-in that cannot be loaded, or does not export the function of its role */
  check(plugin: Pick<PluginSettings, 'file' | 'digest'>, role: PluginRole): Promise<void>;
  /** @throws WinnowError `not-found` for a plug-in that the installation lacks */
  require(plugin: Pick<PluginSettings, 'file' | 'digest'>): void;
  close(): Promise<void>;
}

export interface PluginHostOptions {
  /** The bundled plugin-worker; by default the file beside this one. */
  readonly worker?: URL | undefined;
  /** The URL of a module by digest; undefined: the installation lacks it. */
  readonly moduleOf: (digest: string) => string | undefined;
  /** Ms of a clock that never goes back. */
  readonly now: () => number;
}

const workerFile = ownProgram(import.meta.url, 'plugin-worker');
/** Loading a module may take longer than calling it. */
const loadMs = 10_000;

/** Starts the thread with the first page that needs a plug-in. */
export function pluginHost({ worker = workerFile, moduleOf, now }: PluginHostOptions): PluginHost {
  const thread = pluginThread(worker);
  const health = pluginHealth(now);
  /** What the present thread was sent: modules it has loaded, and the page. */
  let sent = new Set<unknown>();
  let life = 0;
  let last: Promise<unknown> = Promise.resolve();

  const once = async (what: unknown, tell: () => Promise<PluginAnswer>): Promise<PluginAnswer> => {
    if (thread.ended() !== life) {
      sent = new Set();
      life = thread.ended();
    }
    if (sent.has(what)) return { ok: true };
    const answer = await tell();
    if (answer.ok) sent.add(what);
    return answer;
  };
  const load = (module: string, role: PluginRole): Promise<PluginAnswer> =>
    once(`${role} ${module}`, () => thread.ask({ kind: 'load', module, role }, loadMs));
  const moduleOfPlugin = ({ file, digest }: Pick<PluginSettings, 'file' | 'digest'>): string => {
    const module = moduleOf(digest);
    if (module !== undefined) return module;
    throw new WinnowError(
      'not-found',
      `the plug-in ${file} (${digest}) is not in the installation: deploy it again`,
    );
  };

  const call = async <T>(
    page: PluginInput,
    { plugin, role, since, read }: PluginCall<T>,
  ): Promise<Checked<T>> => {
    const { deadlineMs, options } = plugin;
    const module = moduleOfPlugin(plugin);
    const key = `${role} ${plugin.id} ${plugin.digest}`;
    const off = health.off(key);
    if (off !== undefined) return { ok: false, problem: off };
    let answer = await load(module, role);
    if (answer.ok) answer = await once(page, () => thread.ask({ kind: 'page', page }, loadMs));
    if (answer.ok)
      answer = await thread.ask(
        { kind: 'call', module, role, options, since: JSON.stringify(since) },
        deadlineMs,
      );
    const result = answer.ok ? readJson(answer.json, read) : answer;
    health.note(key, result.ok ? undefined : result.problem);
    return result;
  };

  const callRule = async <T>({ plugin, role, site, question, read }: RuleCall<T>): Promise<Checked<T>> => {
    const { deadlineMs, options, id, digest } = plugin;
    const module = moduleOf(digest);
    if (module === undefined) return { ok: false, problem: 'it is not in the installation' };
    const everywhere = `${role} ${id} ${digest}`;
    const here = `${everywhere} ${site}`;
    const off = health.off(here) ?? health.off(everywhere);
    if (off !== undefined) return { ok: false, problem: off };
    let answer = await load(module, role);
    if (answer.ok) answer = await thread.ask({ kind: 'rule', module, role, options, question }, deadlineMs);
    const result = answer.ok ? readJson(answer.json, read) : answer;
    const problem = result.ok ? undefined : result.problem;
    health.note(here, problem);
    // One site is not to blame where it keeps failing on several, one after the other.
    if (problem === undefined || health.off(here) !== undefined) health.note(everywhere, problem);
    return result;
  };

  /** Runs tasks one after the other: the thread has one page at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    session: (page, work) =>
      inTurn(async () => {
        try {
          return await work((one) => call(page, one));
        } finally {
          sent.delete(page);
        }
      }),
    rule: (one) => inTurn(() => callRule(one)),
    check: (plugin, role) =>
      inTurn(async () => {
        const answer = await load(moduleOfPlugin(plugin), role);
        if (!answer.ok) throw new WinnowError('config', `${plugin.file}: ${answer.problem}`);
      }),
    require: (plugin) => void moduleOfPlugin(plugin),
    close: () => thread.stop(),
  };
}

/** Reads the JSON that a plug-in answered; undefined: it answered nothing. */
export function readJson<T>(json: string | undefined, read: (value: unknown) => Checked<T>): Checked<T> {
  let value: unknown;
  try {
    value = json === undefined ? undefined : JSON.parse(json);
  } catch {
    return { ok: false, problem: 'it returned nonsense: no JSON' };
  }
  return read(value);
}
