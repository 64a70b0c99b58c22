import type { Plot, Section } from '../trap-web/section.ts';
import { plain } from '../trap-web/shapes.ts';
import { type TrapWeb, trapWeb } from '../trap-web/trap-web.ts';
import { type EndlessOptions, endless } from './endless.ts';
import { deadLinks } from './honest-sites.ts';
import { formNamed } from './url-forms.ts';

const base = { kind: 'soft-404', leads: 'next', links: 1, words: 40, entry: 'nav' } as const;

const made = (form: string, rest: Partial<EndlessOptions> & Pick<EndlessOptions, 'says'>) => (plot: Plot) =>
  endless(plot, { ...base, form: formNamed(form), ...rest });

/** Traps that nothing but `maxDepth` ended once: each beside 300 honest pages. */
export const namedFailures: Readonly<Record<string, (plot: Plot) => Section>> = {
  'session-page': made(';s=id/page', { says: 'same', links: 5, leads: 'anywhere' }),
  'session-parameter': made('?view=full&id=id', { says: 'same', links: 5, leads: 'anywhere' }),
  'chain-of-ids': made('/id', { says: 'same' }),
  'chain-of-ids-in-folders': made('/a/id/b', { says: 'named' }),
  'redirects-of-ids': made('/id/show', { says: 'redirect' }),
  'soft-404-numbers': made('/number', { says: 'named' }),
  'soft-404-texts': made('/number', { says: 'written' }),
  'soft-404-texts-anywhere': made('/words', { says: 'written', leads: 'anywhere', links: 4 }),
  'dead-folder': (plot) => deadLinks(plot, { pages: 1_600, form: formNamed('/number') }),
  'dead-folder-of-words': (plot) => deadLinks(plot, { pages: 1_600, form: formNamed('/words.html') }),
  'meta-refreshes': made('/number', { says: 'refresh' }),
  'meta-refreshes-of-ids': made('?id=id', { says: 'refresh' }),
  'redirects-home': made('/view/number', { says: 'home' }),
};

/** @throws Error for another name */
export function failureWeb(name: string): TrapWeb {
  const make = namedFailures[name];
  if (make === undefined) throw new Error(`there is no web ${name}; there are ${Object.keys(namedFailures)}`);
  return trapWeb(`failure/${name}`, [
    {
      name: 'single.localhost',
      layout: { boilerplate: 60 },
      sections: [
        { at: '/articles', make: plain(300) },
        { at: '/trap', make },
      ],
    },
  ]);
}
