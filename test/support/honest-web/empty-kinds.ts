import type { Plot, Section } from '../trap-web/section.ts';
import { plain } from '../trap-web/shapes.ts';
import { dateForms } from '../trap-web/text/dates.ts';
import { type Dice, dice } from '../trap-web/text/prose.ts';
import { type TrapWeb, trapWeb } from '../trap-web/trap-web.ts';
import { days, emptyDays, readingsThatEnd } from './empty-days.ts';
import { filteredResults, listsThatEnd, nobody } from './empty-searches.ts';

type Make = (plot: Plot, roll: Dice) => Section;

const anyForm = (roll: Dice) =>
  dateForms[roll.pick(['folders', 'files', 'compact', 'named', 'parts', 'dashed', 'epoch'] as const)];

const makes: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    Object.entries(emptyDays).map(([name, say]): readonly [string, Make] => [
      name,
      (plot, roll) => days(plot, anyForm(roll), say),
    ]),
  ),
  'readings-that-end': (plot, roll) => readingsThatEnd(plot, anyForm(roll)),
  'lists-that-end': listsThatEnd,
  'filtered-results': filteredResults,
  nobody,
};

/** Traps that look like the honest kinds, and say nothing: each beside 100 honest pages, drawn from a seed. */
export const emptyKinds: Readonly<Record<string, (seed: number) => TrapWeb>> = Object.fromEntries(
  Object.entries(makes).map(([name, make]) => [
    name,
    (seed: number) => {
      const roll = dice('empty web', name, seed);
      const sections = [
        { at: '/essays', make: plain(100) },
        { at: roll.pick(['/plan', '/data', '/club/days']), make: (plot: Plot) => make(plot, roll) },
      ];
      const layout = { boilerplate: roll.pick([20, 60, 120]) };
      return trapWeb(`empty/${name}/${seed}`, [{ name: 'empty.localhost', layout, sections }]);
    },
  ]),
);
