import { byName } from '../../../base/by-name.ts';
import type { DocumentHead } from './html-writer.ts';
import type { DocumentPackage } from './open-package.ts';
import { readXml } from './read-xml.ts';
import { relatedPart, relationshipsOf } from './relationships.ts';

/** Elements of Dublin Core and of the core properties, and the names that pages give these. */
const names = byName({
  creator: 'author',
  'initial-creator': 'author',
  subject: 'subject',
  description: 'description',
  keywords: 'keywords',
  keyword: 'keywords',
  publisher: 'publisher',
  rights: 'rights',
  created: 'date',
  'creation-date': 'date',
  date: 'date',
  modified: 'modified',
});

/** Characters of the authors or keywords that are gathered: more are not kept. */
const maxGathered = 2_000;

/** Title, language and metadata of an Office document. */
export function coreProperties(parts: DocumentPackage): DocumentHead {
  const part = relatedPart(relationshipsOf(parts, ''), 'core-properties') ?? 'docProps/core.xml';
  return readProperties(parts.text(part));
}

/** Title, language and metadata out of an XML part with elements of Dublin Core. */
export function readProperties(source: string): DocumentHead {
  let title: string | undefined;
  let language: string | undefined;
  const metadata: Record<string, string> = {};
  let text = '';
  readXml(source, {
    open() {
      text = '';
    },
    text(part) {
      text += part;
    },
    close(name) {
      const said = text.trim();
      text = '';
      if (said === '') return;
      const known = names.get(name);
      if (name === 'title') title ??= said;
      else if (name === 'language') language ??= said;
      else if (known === 'author' || known === 'keywords') {
        const before = metadata[known];
        if (before === undefined) metadata[known] = said;
        else if (before.length < maxGathered && !before.includes(said))
          metadata[known] = `${before}, ${said}`;
      } else if (known !== undefined) metadata[known] ??= said;
    },
  });
  return { title, language, metadata };
}
