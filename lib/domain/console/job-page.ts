/** Jobs that a dashboard shows at once. */
const shown = 20;

/** The names of the fields that choose them: fields of all forms of a dashboard come together. */
export const jobFields = { filter: 'jobsNamed', from: 'jobsFrom' } as const;

/** Some of an installation's jobs. */
export interface JobPage<Job> {
  readonly jobs: readonly Job[];
  /** All jobs; those of them whose names have the filter in them; those that are open. */
  readonly total: number;
  readonly matching: number;
  readonly open: number;
  readonly filter: string;
  /** The place of the first that is shown among the matching ones, from 0. */
  readonly from: number;
  /** The places at which pages begin. */
  readonly pages: readonly number[];
}

/** The jobs that the fields choose. @param filled the fields, by their names */
export function jobPage<Job extends { readonly name: string; readonly state: string }>(
  all: readonly Job[],
  filled: Readonly<Record<string, string | boolean>>,
): JobPage<Job> {
  const given = filled[jobFields.filter];
  const filter = typeof given === 'string' ? given.trim().toLowerCase() : '';
  const matching = all.filter(({ name }) => name.includes(filter));
  const pages = Array.from({ length: Math.ceil(matching.length / shown) }, (_, page) => page * shown);
  const from = pages.find((first) => String(first) === filled[jobFields.from]) ?? 0;
  return {
    jobs: matching.slice(from, from + shown),
    total: all.length,
    matching: matching.length,
    open: all.filter(({ state }) => state === 'open').length,
    ...{ filter, from, pages },
  };
}

/** `21–40 of 50`. */
export function pageName({ matching }: Pick<JobPage<unknown>, 'matching'>, from: number): string {
  return `${from + 1}–${Math.min(from + shown, matching)} of ${matching}`;
}
