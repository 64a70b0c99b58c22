import { answer, page, type ReportedInput } from './reported-input.ts';

const html = 'HTML standard';

interface Found {
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly by?: string;
  readonly asked?: readonly string[];
  readonly never?: readonly string[];
  readonly text?: string;
}

/** A document at `/`, and what is found in it. */
function found(
  name: string,
  source: string,
  does: string,
  { body, type, by = html, ...right }: Found,
): ReportedInput {
  return {
    ...{ name, source, does, by, right },
    answers: () => ({
      '/': answer(body, type === undefined ? {} : { type }),
      ...Object.fromEntries((right.asked ?? []).map((path) => [path, answer(page(`${name} ${path}`))])),
    }),
  };
}

/** Links, and the encoding that they are written in. */
export const links: readonly ReportedInput[] = [
  found('srcdoc', 'rockdaboot/wget2#277', 'has a link in the srcdoc of an iframe', {
    body: page('srcdoc', `<iframe srcdoc="<body><a href='test.txt'>a &amp;amp; b</a></body>"></iframe>`),
    asked: ['/test.txt'],
  }),
  found('iframe', 'internetarchive/Zeno#298', 'has an iframe', {
    body: page('iframe', '<iframe src="/framed"></iframe>'),
    asked: ['/framed'],
  }),
  found('area', 'Arachni/arachni#300', 'has its links in an image map', {
    body: page(
      'area',
      '<map name=m><area shape=rect coords="0,0,9,9" href="/welcome.html"></map><img usemap="#m">',
    ),
    asked: ['/welcome.html'],
  }),
  found('frames', 'vezaynk/Sitemap-Generator-Crawler#39', 'is a set of frames', {
    body: '<html><frameset cols="20%,80%"><frame src="menu.htm"><frame src="main.htm"></frameset></html>',
    asked: ['/menu.htm', '/main.htm'],
  }),
  found('svg-prefix', 'rhukster/dom-sanitizer#1', 'is an SVG document with another prefix for XLink', {
    body: `<svg viewBox="0 0 160 40" xmlns="http://www.w3.org/2000/svg" xmlns:xl="http://www.w3.org/1999/xlink"><a xl:href="/docs"><text x="10" y="25">Docs</text></a></svg>`,
    type: 'image/svg+xml',
    by: 'SVG 2 §16',
    asked: ['/docs'],
  }),
  found('svg-document', 'WebMemex/freeze-dry#27', 'is an SVG document with relative links', {
    body: '<svg xmlns="http://www.w3.org/2000/svg"><a href="north.html"><text>North</text></a></svg>',
    type: 'image/svg+xml',
    by: 'SVG 2 §16',
    asked: ['/north.html'],
  }),
  found('xhtml-as-xml', 'scrapy/scrapy#791', 'calls an XHTML page application/xml', {
    body: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>XHTML</title></head><body><p><a href="/next">next</a> in a bog</p></body></html>`,
    type: 'application/xml',
    by: 'browsers: elements are HTML by their namespace',
    asked: ['/next'],
  }),
  found('xhtml-prefix', 'SPARQL-Anything/sparql.anything#468', 'has a prefix for the elements of XHTML', {
    body: `<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>XHTML</h:title></h:head><h:body><h:p>A bog and its <h:a href="/next">next</h:a></h:p></h:body></h:html>`,
    type: 'application/xhtml+xml',
    by: 'browsers: elements are HTML by their namespace',
    asked: ['/next'],
    text: 'A bog and its next',
  }),
  found('namespace', 'xroche/httrack#395', 'declares namespaces, which are no links', {
    body: `<html xmlns="http://namespace.localhost/x" xmlns:og="/ns"><body><p>namespace</p></body></html>`,
    never: ['/ns', '/x'],
    text: 'namespace',
  }),
  found('relative-base', 'sjdirect/abot#231', 'has a relative base', {
    body: '<base href="subpages/"><p>relative-base <a href="subpage.html">Lorem</a></p>',
    asked: ['/subpages/subpage.html'],
  }),
  found('self-base', 'Norconex/crawler#312', 'has its own name as its base, and a link that is a query', {
    body: '<head><base href="myself.html"></head><body><a href="?param=value">Relative link</a></body>',
    asked: ['/myself.html?param=value'],
  }),
  found('script', 'tree-sitter/tree-sitter-html#140', 'has a comment and a script tag in a script', {
    body: '<script>console.log("<!-- <script>");</script><a href=/inside>in</a></script><p>script <a href=/after>after</a></p>',
    asked: ['/after'],
    never: ['/inside'],
  }),
  found('comment-charset', 'scrapy/w3lib#305', 'has a charset in a comment', {
    body: '<!-- <meta charset="koi8-r"> <body> --><meta charset="utf-8"><p>Sundews grow in Gävle, café',
    text: 'Gävle, café',
  }),
  found('script-charset', 'symfony/symfony#65519', 'has a charset attribute on a script before its own', {
    body: Buffer.from(
      '<script charset="utf-8" src="t.js"></script><script>var foo = "<meta charset=utf-16>";</script><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-15"><p>10 \xa4, \xbcuvre',
      'latin1',
    ),
    type: 'text/html',
    text: '10 €, Œuvre',
  }),
  found('description-charset', 'h4ckf0r0day/obscura#565', 'has the words charset=gbk in its description', {
    body: '<meta name="description" content="charset=gbk"><meta data-charset="gbk"><p>Sundews in Gävle',
    type: 'text/html',
    text: 'Gävle',
  }),
  found('meta-utf16', 'lexmount/moli#152', 'says UTF-16 in a meta element that is ASCII', {
    body: '<!DOCTYPE html>\n<meta charset="utf-16">\n<title>Repro</title>\n<p>Hello, wörld!</p>',
    type: 'text/html',
    text: 'Hello, wörld!',
  }),
  found('utf16', 'jhy/jsoup#695', 'is UTF-16 with a byte order mark', {
    body: Buffer.from('\ufeff<p>Bogs in UTF-16 <a href=/next>next</a></p>', 'utf16le'),
    type: 'text/html',
    text: 'Bogs in UTF-16',
    asked: ['/next'],
  }),
  found('blank-href', 'scrapy/scrapy#2772', 'has line breaks around a URL', {
    body: page('blank-href', '<a href="\n/a/44626856_0.shtml\n" target="_blank">\nA\n</a>'),
    asked: ['/a/44626856_0.shtml'],
  }),
  found('broken-url', 'ArchiveTeam/wpull#55', 'has a line break within a URL', {
    body: page('broken-url', "<a href='/file/\nsomething.html\n'>blah</a>"),
    by: 'URL standard §4.4',
    asked: ['/file/something.html'],
  }),
  found('broken-tag', 'adbar/courlan#129', 'has a line break behind the name of a tag', {
    body: page('broken-tag', '<a\nclass="x"\nhref="/page/">link</a>'),
    asked: ['/page/'],
  }),
  found('unquoted', 'Norconex/crawler#423', 'does not quote its URLs', {
    body: page('unquoted', '<a href=/hyperscale/why-ericsson-cloud>why</a>'),
    asked: ['/hyperscale/why-ericsson-cloud'],
  }),
];
