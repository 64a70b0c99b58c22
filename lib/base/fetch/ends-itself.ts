import { Buffer } from 'node:buffer';

/** The end tag of a document may be followed by comments and scripts that others add. */
export const tailBytes = 1_024;
const rootEnds = ['</html', '</urlset', '</sitemapindex', '</rss', '</feed', '</rdf:rdf'];

/** Whether a document shows by its last bytes that it has come to its end: by the end tag of its root. */
export function endsItself(body: Uint8Array): boolean {
  const tail = Buffer.from(body.subarray(-tailBytes)).toString('latin1').toLowerCase();
  return rootEnds.some((tag) => {
    const at = tail.lastIndexOf(tag);
    return (
      at >= 0 &&
      tail
        .slice(at + tag.length)
        .trimStart()
        .startsWith('>')
    );
  });
}
