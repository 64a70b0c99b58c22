import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
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
        'What the markup of an HTML page says as [data](documents.md#data) (Open Graph, JSON-LD …).',
    }),
    linkBlocks: flag(false, {
      description: 'The block of the page that each link stands in (`links[].block`).',
    }),
    nearDuplicates: choice(['keep', 'mark', 'drop'], 'keep', {
      description:
        'What happens to [near-duplicates](documents.md#near-duplicates): `keep` does not look for them, `mark` links their records to that of the first (`nearDuplicateOf`), `drop` does not take them in.',
      why: 'On AWS $0.81 per million pages.',
    }),
    main: flag(false, {
      description:
        'The main content of an HTML page, with kind of page, author and date of publication (`main`).',
    }),
    markdown: choice(['none', 'page', 'main', 'both'], 'none', {
      description:
        'Markdown of the whole `page` (`markdown`), or of its `main` content (`main.markdown`), which is then found too.',
    }),
  },
);

/** A capability declares settings of its own (`declare module`). */
export interface ContentSettings extends SettingsOf<typeof contentSection.keys> {}
