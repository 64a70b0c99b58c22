/** What may become of a record. */
export const changeKinds = ['created', 'updated', 'deleted'] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** Which changes a sink is handed. What is absent says nothing. */
export interface SinkFilter {
  readonly class?: readonly string[];
  readonly minScore?: number;
  readonly host?: readonly string[];
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly kind?: readonly string[];
  readonly onTopic?: boolean;
  readonly changes?: readonly ChangeKind[];
}

/** A target that the changes of a job are handed to. */
export interface SinkSettings {
  readonly name: string;
  /** The name of its type. */
  readonly to: string;
  readonly where: SinkFilter;
  /** As its type has them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The secrets that these name. */
  readonly secrets: readonly string[];
}

/** The sink of a name; undefined: the job has none. */
export function sinkNamed(
  { sinks = [] }: { readonly sinks?: readonly SinkSettings[] },
  name: string,
): SinkSettings | undefined {
  return sinks.find((one) => one.name === name);
}
