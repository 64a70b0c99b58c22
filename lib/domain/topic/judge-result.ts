import type { FieldValue } from '../base/json.ts';
import type { FilterVerdict, TopicVerdict } from './topic-verdict.ts';

/** What plug-ins said of a page, and which of them failed. */
export interface PluginsSaid {
  /** What is known of the page with what the analysers found. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The filters among them that answered, in the order in which they were asked. */
  readonly filters: readonly FilterVerdict[];
  /** `id: why` */
  readonly failures: readonly string[];
}

/** What came of judging a page. */
export type JudgeResult =
  | { readonly kind: 'judged'; readonly verdict: TopicVerdict; readonly plugins?: PluginsSaid }
  /** Plug-ins have yet to be asked, which are not run here. */
  | { readonly kind: 'open'; readonly verdict: TopicVerdict }
  /** The filter itself failed, or a plug-in that the verdict hangs on. */
  | { readonly kind: 'unreadable'; readonly detail: string; readonly plugins?: PluginsSaid };
