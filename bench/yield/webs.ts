import { emptyKinds } from '../../test/support/honest-web/empty-kinds.ts';
import { furtherKinds, honestKinds } from '../../test/support/honest-web/honest-kinds.ts';
import { failureWeb, namedFailures } from '../../test/support/random-web/named-failures.ts';
import { randomWeb } from '../../test/support/random-web/random-web.ts';
import { universityWeb } from '../../test/support/real-web/university-web.ts';
import type { TrapWeb } from '../../test/support/trap-web/trap-web.ts';
import { encyclopediaWeb } from './encyclopedia-web.ts';

export interface NamedWeb {
  readonly name: string;
  /** Undefined when its cases are not there. */
  readonly make: () => (TrapWeb & { readonly hosts?: readonly string[] }) | undefined;
}

/** A group of webs under a name of its own. */
export interface WebGroup {
  readonly name: string;
  readonly webs: readonly NamedWeb[];
}

export interface Counts {
  /** Of each kind. */
  readonly seeds: number;
  /** Webs drawn at random. */
  readonly random: number;
}

/** Webs without traps, which a crawl that holds nothing ends as well. */
export function honestGroups({ seeds }: Pick<Counts, 'seeds'>): readonly WebGroup[] {
  const university = (['hosts', 'folders'] as const).flatMap((layout) =>
    [0, 0.1, 0.3, 0.6, 1].map((dead) => ({
      name: `university/${layout}/${dead}`,
      make: () => universityWeb({ dead, layout }),
    })),
  );
  const encyclopedia = (['random', 'sites'] as const).map((layout) => ({
    name: `encyclopedia/${layout}`,
    make: () => encyclopediaWeb(layout),
  }));
  return [
    { name: 'university', webs: university },
    { name: 'encyclopedia', webs: encyclopedia },
    { name: 'honest', webs: ofKinds(honestKinds, seeds) },
    { name: 'further', webs: ofKinds(furtherKinds, seeds) },
  ];
}

export function trapGroups({ seeds, random }: Counts): readonly WebGroup[] {
  return [
    { name: 'empty', webs: ofKinds(emptyKinds, seeds) },
    {
      name: 'failures',
      webs: Object.keys(namedFailures).map((name) => ({
        name: `failures/${name}`,
        make: () => failureWeb(name),
      })),
    },
    {
      name: 'random',
      webs: Array.from({ length: random }, (_, i) => ({
        name: `random/${i + 1}`,
        make: () => randomWeb(i + 1),
      })),
    },
  ];
}

function ofKinds(
  kinds: Readonly<Record<string, (seed: number) => TrapWeb>>,
  seeds: number,
): readonly NamedWeb[] {
  return Object.entries(kinds).flatMap(([name, make]) =>
    Array.from({ length: seeds }, (_, i) => ({ name: `${name}/${i + 1}`, make: () => make(i + 1) })),
  );
}

/** The groups with those of their webs that are asked for by the name of the group, of a kind or of the web; all by none. */
export function chosen(groups: readonly WebGroup[], asked: readonly string[]): readonly WebGroup[] {
  if (asked.length === 0) return groups;
  const isAsked = (group: string, web: string): boolean =>
    asked.some((one) => one === group || web === one || web.startsWith(`${one}/`));
  return groups
    .map(({ name, webs }) => ({ name, webs: webs.filter((web) => isAsked(name, web.name)) }))
    .filter(({ webs }) => webs.length > 0);
}
