import type { Gone, Outgoing } from '../../../pipeline/feed/outgoing.ts';
import { firstUrl } from '../facts.ts';
import { type ExportFormat, type FormatPlan, type FormatWriter, utf8 } from '../format.ts';
import { pageFile } from '../page-names.ts';
import { bodyText, plainLine, withLinks } from './markdown/body.ts';
import { frontMatter } from './markdown/front-matter.ts';

const index = 'index.md';

/** A file for each page, and an index of them. */
export const markdown: ExportFormat = {
  says: 'a folder of Markdown: a file for each page with front matter, and index.md',
  ...{ isFolder: true, ending: '', type: 'application/zip' },
  open: (plan) => (plan.isUpdate ? updatedFolder(plan) : newFolder(plan)),
};

function newFolder(plan: FormatPlan): FormatWriter {
  return {
    begin: () => [{ file: index, bytes: utf8(headOf(plan)) }],
    add: (one) => [pageOf(one, plan), { file: index, bytes: utf8(lineOf(one)) }],
    remove: () => [],
    state: () => ({}),
    end: () => [],
  };
}

/** Changes the index at the end, in one go. */
function updatedFolder(plan: FormatPlan): FormatWriter {
  const lines: string[] = [];
  const without = new Set<string>();
  return {
    begin: () => [],
    add(one) {
      without.add(one.line.md5);
      lines.push(lineOf(one));
      return [pageOf(one, plan)];
    },
    remove({ md5 }: Gone) {
      without.add(md5);
      return [];
    },
    // An update is short, and begins anew.
    state: () => undefined,
    end: () => [{ list: { file: index, head: headOf(plan), without, lines } }],
  };
}

function headOf({ job }: FormatPlan): string {
  return `# ${plainLine(job)}\n\n`;
}

/** A line of the index: what the page is called, its file, and the record that it shows. */
function lineOf({ line }: Outgoing): string {
  const { record, md5 } = line;
  const url = firstUrl(record);
  return `- [${plainLine(record.title) || plainLine(url)}](${pageFile(url)}) <!-- ${md5} -->\n`;
}

function pageOf({ line }: Outgoing, { options, nameOf }: FormatPlan) {
  const { record } = line;
  const body = bodyText(record);
  const text = options.relativeLinks ? withLinks(body, (url) => nameOf(url)) : body;
  const title = /^#\s/m.test(text.slice(0, 2_000)) ? '' : `# ${plainLine(record.title)}\n\n`;
  return { file: pageFile(firstUrl(record)), whole: utf8(`${frontMatter(line)}\n${title}${text}\n`) };
}
