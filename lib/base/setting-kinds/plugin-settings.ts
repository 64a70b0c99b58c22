/** A plug-in as a job names it. */
export interface PluginSettings {
  /** What statistics and verdicts call it. */
  readonly id: string;
  /** As the user named it, for messages. */
  readonly file: string;
  /** By it the installation finds the module: 16 hex digits of a SHA-256 over it and the files that it imports. */
  readonly digest: string;
  /** JSON; the plug-in gets it with every call. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The longest that one call may take. */
  readonly deadlineMs: number;
}

/** A plug-in as a filter of a topic. */
export interface PluginFilterSettings extends PluginSettings {
  readonly kind: 'plugin';
}

/** What of a plug-in a rule of a strategy calls, by the module in which the rule stands: layers, ranking, control. */
export type RuleRole = 'layer' | 'score' | 'control';

/** What of a plug-in is called for a page. */
export type PageRole = 'analyse' | 'filter';

/** What of a plug-in is called. */
export type PluginRole = PageRole | RuleRole;

/** Seconds that one call may take where the job does not say. */
export const defaultDeadline = 2;

/** The same of a rule of a strategy, which is asked about all targets at once while its site waits. */
export const defaultRuleDeadline = 0.25;
