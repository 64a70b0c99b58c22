import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { count, flag, list, text } from '../../base/setting-kinds/setting.ts';

/** The `analysis` section. */
export const analysisSection = section(
  'What is made of a page’s content and stands in the `analysis` of its record. What is off costs nothing. See [documents.md](documents.md#analyses).',
  {
    country: flag(false, {
      description:
        'The country of the server (`analysis.country`): by `analysis.countries`, by the country code at the end of its name, or by its address.',
    }),
    countries: list({ min: 4, max: 260, pattern: /^\S+ [A-Za-z]{2}$/ }, { max: 10_000 }, [], {
      description:
        'Hosts and domains whose country is known, each with its ISO 3166 code; the longest name that fits counts.',
      expected: 'a list of a host or domain, a space and two letters',
      example: ['example.org SE'],
    }),
    ipDatabase: text({ min: 1, max: 1_000 }, undefined, {
      description:
        'A file in MaxMind’s format (.mmdb) that tells the country of an address, for servers whose name does not. Its type and date stand in the record. One machine only: a stack has none.',
      expected: 'an absolute path',
      why: 'None is shipped: each such database has a licence of its own, which you accept by using it.',
      example: '/usr/share/GeoIP/dbip-country-lite.mmdb',
    }),
    genre: flag(false, {
      description:
        'What the URL says of the page (`analysis.genre.url`): the top of a site, a start page, a university, a person … and, where the main content is read, the kind of page (`analysis.genre.page`).',
    }),
    statistics: flag(false, {
      description:
        'Characters, words and sentences of the text, and how hard it is to read (`analysis.statistics`).',
    }),
    summary: count(0, 10_000, 0, {
      description:
        'Sentences of the text that say most of it (`analysis.summary`), at most so long; 0: none.',
      unit: 'characters',
    }),
  },
);

export type AnalysisSettings = SettingsOf<typeof analysisSection.keys>;

export const defaultAnalysisSettings: AnalysisSettings = defaultsOf(analysisSection);
