import { around, element, xmlText } from '../../../../base/html/xml.ts';
import { languageOf } from '../../../../pipeline/collection/record-filter.ts';
import type { Outgoing } from '../../../../pipeline/feed/outgoing.ts';
import { metaOf, modifiedOf } from './parts.ts';

/** Characters of a description that is made of the text. */
const described = 499;

/** A record in the elements of Dublin Core, by the rules of Combine's combine2dc.xsl. */
export function dublinCore(one: Outgoing): string {
  return around('metadata', dublinCoreElements(one, ' transl="yes"'));
}

/** @param ofTitle attributes of a title that the page does not say in terms of Dublin Core */
export function dublinCoreElements({ line: { record } }: Outgoing, ofTitle = ''): string {
  const meta = metaOf(record);
  const has = (name: string): boolean => meta.some((one) => one.name === name && one.text.trim() !== '');
  const textOf = (name: string): string => meta.find((one) => one.name === name)?.text ?? '';
  const language = languageOf(record);
  const [url = record.finalUrl] = record.urls;
  const inner = [
    ...meta.filter(({ name }) => name.startsWith('dc:')).map(({ name, text }) => element(name, text)),
    has('dc:title') ? '' : `<dc:title${ofTitle}>${xmlText(record.title)}</dc:title>\n`,
    has('dc:description')
      ? ''
      : element('dc:description', record.text.replace(/\s+/g, ' ').trim().slice(0, described)),
    element('dc:date', modifiedOf(record)),
    textOf('dc:identifier') === url ? '' : element('dc:identifier', url),
    textOf('dc:language') === language ? '' : element('dc:language', language),
  ];
  return inner.join('');
}
