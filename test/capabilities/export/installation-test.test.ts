import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadDetector } from '../../../lib/base/language/load-detector.ts';
import { smallCrawl } from '../../pipeline/small-crawl.ts';
import { casesFile, hasCases } from '../../support/cases.ts';
import { exported, placeOf, textOf } from '../../support/export/exported.ts';
import { elementsOf, parseXml, type XmlNode, xmlTextOf } from '../../support/export/xml.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';

const url = 'http://combine.it.lth.se/CombineTests/InstallationTest.html';

describe.skipIf(!hasCases('combine/alvis/t90_expected_alvis.xml'))(
  "the record of Combine's installation test",
  () => {
    const only = (node: XmlNode, name: string): XmlNode => elementsOf(node, name)[0] as XmlNode;
    const texts = (node: XmlNode, name: string): readonly string[] => elementsOf(node, name).map(xmlTextOf);

    interface Records {
      readonly ours: XmlNode;
      readonly expected: XmlNode;
    }
    let made: Promise<Records> | undefined;
    const records = (): Promise<Records> => {
      made ??= crawled();
      return made;
    };

    async function crawled(): Promise<Records> {
      const body = readFileSync(casesFile('combine/alvis/t90_input.html'), 'latin1');
      const definition = readFileSync(casesFile('combine/conf/Topic_carnivor.txt'), 'latin1');
      // Loading takes real time, and the clock of the crawl is held.
      await loadDetector();
      const usual = testSettings('birds');
      const crawl = await smallCrawl(
        {
          [url]: {
            body,
            headers: { 'content-type': 'text/html', server: 'Apache/1.3.29 (Debian GNU/Linux) PHP/4.3.3' },
          },
        },
        {
          seeds: [url],
          settings: {
            topic: termTopic(definition),
            scope: { ...usual.scope, maxDepth: 0 },
            content: { ...usual.content, language: true },
            analysis: { ...usual.analysis, country: true },
          } as never,
        },
      );
      await crawl.run();
      const ours = parseXml(textOf(await exported(placeOf(crawl), { job: 'birds', to: 'alvis' })));
      crawl.close();
      return {
        ours,
        expected: parseXml(readFileSync(casesFile('combine/alvis/t90_expected_alvis.xml'), 'utf8').trim()),
      };
    }

    it('is ours, but for relative points, times, and what names of universities tell', async () => {
      const { ours, expected } = await records();
      for (const name of ['url', 'httpServer', 'anchorText', 'location', 'class'])
        expect([name, texts(ours, name)]).toEqual([name, texts(expected, name)]);
      const meta = (node: XmlNode) =>
        elementsOf(node, 'meta').map((one) => [one.attributes.name, xmlTextOf(one)]);
      expect(meta(ours)).toEqual(meta(expected));
      const points = (node: XmlNode) =>
        elementsOf(node, 'topic').map(({ attributes }) => attributes.absoluteScore);
      expect(points(ours)).toEqual(points(expected));
      const properties = (node: XmlNode) =>
        elementsOf(node, 'property').map((one) => `${one.attributes.name} ${xmlTextOf(one)}`);
      expect(properties(ours)).toEqual(properties(expected).filter((one) => one !== 'univ 1'));
      expect(elementsOf(ours, 'link').map(({ attributes }) => attributes)).toEqual([{ type: 'a' }]);
    });

    it('has the original document, byte for byte', async () => {
      const { ours, expected } = await records();
      const original = (node: XmlNode) => {
        const found = only(node, 'originalDocument');
        return [
          found.attributes,
          gunzipSync(Buffer.from(xmlTextOf(found), 'base64'))
            .toString()
            .trim(),
        ];
      };
      expect(original(ours)).toEqual(original(expected));
    });

    it('has the text with its headings and its link, and terms by class, as many as the schema lets stand in one element', async () => {
      const { ours, expected } = await records();
      const plain = (node: XmlNode) =>
        texts(only(node, 'canonicalDocument'), 'section').map((text) => text.replace(/\s+,/g, ','));
      expect(plain(ours)).toEqual(plain(expected));
      const links = (node: XmlNode) =>
        elementsOf(node, 'ulink').map((one) => [one.attributes.url, xmlTextOf(one)]);
      expect(links(ours)).toEqual(links(expected));
      const terms = (node: XmlNode) => elementsOf(node, 'topic').map((one) => texts(one, 'terms').join(', '));
      expect(terms(ours)).toEqual(terms(expected));
    });
  },
);
