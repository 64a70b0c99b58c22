import type { PageRole, PluginRole, RuleRole } from '../../base/setting-kinds/plugin-settings.ts';

/** A page for plug-ins, in the parts of `WrittenContent`. */
export interface PluginInput {
  readonly url: string;
  /** JSON of its content without its links. */
  readonly rest: string;
  /** JSON of its links. */
  readonly links: string;
}

/** A request to the plug-in thread, which handles one at a time. */
export type PluginAsk =
  | { readonly kind: 'load'; readonly module: string; readonly role: PluginRole }
  | { readonly kind: 'page'; readonly page: PluginInput }
  | {
      readonly kind: 'call';
      readonly module: string;
      readonly role: PageRole;
      readonly options: Readonly<Record<string, unknown>>;
      /** JSON of what became of the page since it was read: its fields and its verdict. */
      readonly since: string;
    }
  | {
      readonly kind: 'rule';
      readonly module: string;
      readonly role: RuleRole;
      readonly options: Readonly<Record<string, unknown>>;
      /** JSON of a `RuleQuestion`. */
      readonly question: string;
    };

/** A request with a number that is unique in its thread: a message that a plug-in posts by itself answers no number. */
export interface NumberedAsk {
  readonly number: number;
  readonly ask: PluginAsk;
}

export interface NumberedAnswer {
  /** The number of the request. */
  readonly number: number;
  readonly answer: PluginAnswer;
}

/** The thread's answer: JSON of what the plug-in returned (absent: nothing), or the problem. */
export type PluginAnswer =
  | { readonly ok: true; readonly json?: string }
  | { readonly ok: false; readonly problem: string };
