import type { PluginRole } from '../../domain/plugins/plugin-settings.ts';

/** A page for plug-ins, as `WrittenContent` has it. */
export interface PluginInput {
  readonly url: string;
  /** JSON of its content but for its links. */
  readonly rest: string;
  /** JSON of its links. */
  readonly links: string;
}

/** What a plug-in's thread is asked, one after the other. */
export type PluginAsk =
  | { readonly kind: 'load'; readonly module: string; readonly role: PluginRole }
  | { readonly kind: 'page'; readonly page: PluginInput }
  | {
      readonly kind: 'call';
      readonly module: string;
      readonly role: PluginRole;
      readonly options: Readonly<Record<string, unknown>>;
      /** JSON of what has become of the page since: its fields and its verdict. */
      readonly since: string;
    };

/** A question, with a number that no other of this thread has: what a plug-in posts by itself answers none. */
export interface NumberedAsk {
  readonly number: number;
  readonly ask: PluginAsk;
}

export interface NumberedAnswer {
  /** That of the question. */
  readonly number: number;
  readonly answer: PluginAnswer;
}

/** What it answers: JSON of what the plug-in returned (absent: nothing), or what went wrong. */
export type PluginAnswer =
  | { readonly ok: true; readonly json?: string }
  | { readonly ok: false; readonly problem: string };
