import type { Block } from '../blocks/block.ts';

/** Elements that are never part of what a page is about. */
const never: ReadonlySet<string> = new Set(
  'nav aside select textarea button datalist dialog input label optgroup option menu progress meter'.split(
    ' ',
  ),
);

const roles: ReadonlySet<string> = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog alert menu menubar toolbar tablist tooltip'.split(
    ' ',
  ),
);

const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** Whole words of class and id, between other characters than letters and digits, that name what stands around the content. */
const words = new RegExp(
  `(?:^|[^a-z0-9])(?:${[
    'nav(?:bar|igation)?|menu|submenu|megamenu|breadcrumbs?|pagination|pager|toc|skip(?:-link)?',
    'site-?(?:header|footer)|page-?footer|footer|masthead|topbar|banner|sidebar|side-?bar|widgets?|widget-area',
    'cookies?|consent|gdpr|onetrust|modal|popup|pop-up|overlay|lightbox|offcanvas|drawer|tooltip|toast',
    'share|sharing|social|sharedaddy|addtoany|follow-us|likes?',
    'newsletter|subscribe|subscription|signup|sign-up|optin|login|signin|register',
    'related(?:-?(?:posts?|articles?|content|stories))?|recommend(?:ed|ations)?|read-?(?:more|next)|more-?(?:stories|articles|posts)|trending|popular|outbrain|taboola|jp-relatedposts|yarpp|up-next|also-like',
    'ads?|advert(?:isement|ising)?|sponsor(?:ed|s)?|promo|adsbygoogle',
    'author-?(?:bio|box|info|card)|about-?(?:the-?)?author|post-?(?:meta|nav|navigation|tags|footer)|entry-?(?:meta|footer)|byline|tags?-?(?:list|links|cloud)|tagcloud',
    'screen-reader-text|sr-only|visually-hidden|visuallyhidden|print-only|noprint',
    'comment-?(?:form|respond)|respond|reply-?(?:form|link)|edit-?link|editsection|toolbar|search-?(?:form|box|bar)',
  ].join('|')})(?![a-z0-9])`,
  'i',
);

const commentWords = /(?:^|[^a-z0-9])(?:comments?|disqus|commentlist|comments-area|responses)(?![a-z0-9])/i;

/** Whether a reader does not see the block at first. */
export function isHidden({ attributes }: Block): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    (attributes.style !== undefined && hiddenStyle.test(attributes.style))
  );
}

/** Whether the element itself, or its role, stands around the content of every page. */
export function isChrome(block: Block): boolean {
  const { name, attributes } = block;
  if (never.has(name)) return true;
  if (attributes.role !== undefined && roles.has(attributes.role)) return true;
  if (name === 'footer' || name === 'header')
    return !isInside(block, 'article', 'main', 'section', 'blockquote');
  return false;
}

/** Tells of the blocks of one page whether class and id say so. */
export function namedAround(): (block: Block) => boolean {
  /** Elements of a page share classes. */
  const known = new Map<string, boolean>();
  const says = (name: string): boolean => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const said = words.test(name);
    known.set(name, said);
    return said;
  };
  return ({ attributes: { class: classes, id } }) =>
    (classes !== undefined && says(classes)) || (id !== undefined && words.test(id));
}

/** Whether class and id say that visitors wrote this about the content. */
export function isNamedComments({ attributes }: Block): boolean {
  const { id, class: classes } = attributes;
  if (id === undefined && classes === undefined) return false;
  return commentWords.test(`${id ?? ''} ${classes ?? ''}`);
}

function isInside(block: Block, ...names: readonly string[]): boolean {
  for (let at = block.parent; at !== undefined; at = at.parent) if (names.includes(at.name)) return true;
  return false;
}
