/** Who crawls, for the page. */
export interface BotPage {
  /** Product token of the User-Agent. */
  readonly product: string;
  /** A mail address or a URL. */
  readonly contact: string;
}

/** A page about the crawler for the owners of the sites that it visits, to be put where the User-Agent points to. */
export function renderBotPage({ product, contact }: BotPage): string {
  const href = /^https?:/i.test(contact) ? contact : `mailto:${contact.replace(/^mailto:/i, '')}`;
  const shown = contact.replace(/^mailto:/i, '');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(product)}: about this crawler</title>
<h1>${escaped(product)}</h1>
<p>Requests whose User-Agent begins with <code>${escaped(product)}/</code> come from a focused crawler: it goes out from a
few pages and collects what is about its subject. It is run by <a href="${escaped(href)}">${escaped(shown)}</a>; please
write there if it does anything that you do not want.
<!-- Say here what you collect, for whom, and how long you keep it. -->
<h2>What it keeps to</h2>
<ul>
<li>It reads <code>robots.txt</code> (RFC 9309) before anything else of a host, and obeys it, Crawl-delay included.
<li>It asks a host for one page at a time and waits between them; after 429, 503 or errors it stays away for longer.
<li>It obeys the robots meta tag and the <code>X-Robots-Tag</code> header.
</ul>
<h2>How to keep it out</h2>
<pre>User-agent: ${escaped(product)}
Disallow: /</pre>
<p>in the <code>robots.txt</code> of your site. It is read again within a day.
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
