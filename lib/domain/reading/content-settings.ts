import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, flag } from '../../base/setting-kinds/setting.ts';

/** The `content` section. */
export const contentSection = section(
  'What else a record says of a page. What is off costs nothing. See [documents.md](documents.md#main-content).',
  {
    language: flag(false, {
      description:
        'The language that the text is in (`detectedLanguage`), beside the one that the page declares (`language`).',
      why: 'Each thread that reads pages takes 90 MB more.',
    }),
    data: flag(false, {
      description:
        'What the markup of an HTML page says as data (`data`): Open Graph, Dublin Core, JSON-LD, microdata, the page in other languages, pictures with their alternatives, forms. See [documents.md](documents.md#data).',
    }),
    linkBlocks: flag(false, {
      description:
        'The block of the page that each link stands in (`links[].block`), for who looks at links of one list or paragraph together.',
      why: 'A link takes some 12 bytes more.',
    }),
    nearDuplicates: choice(['keep', 'mark', 'drop'], 'keep', {
      description:
        'Pages that say nearly the same as one that the collection has: `keep` does not look for them, `mark` links their records to that of the first (`nearDuplicateOf`), `drop` does not take them in. See [near-duplicates](documents.md#near-duplicates).',
      why: 'On AWS each new content costs a write and three reads: $0.81 per million pages.',
    }),
    standIns: choice(['drop', 'keep'], 'drop', {
      description:
        'Soft 404s, and walls that want a login or consent: `drop` does not take them in, `keep` does, and their records say so (`standIn`). See [stand-ins](documents.md#stand-ins).',
      before: 'keep',
    }),
    main: flag(false, {
      description:
        'The main content of an HTML page, without what stands around it on every page of its site, with the kind of page, author and date of publication (`main`).',
    }),
    markdown: choice(['none', 'page', 'main', 'both'], 'none', {
      description:
        'Markdown, with absolute URLs: `page` of the whole page (`markdown`), `main` of its main content (`main.markdown`), which is then found too.',
      why: 'Each makes a record about as much longer as the text of the page.',
    }),
  },
);

export type ContentSettings = SettingsOf<typeof contentSection.keys>;

export const defaultContentSettings: ContentSettings = defaultsOf(contentSection);
