import { createHash } from 'node:crypto';

export const indexFile = 'index.html';
/** Names the files of a directory that Winnow wrote: what may be replaced. */
export const listFile = 'winnow-directory.json';
const plain = /^[a-z0-9][a-z0-9-]{0,80}$/;

/** The file of a class: the same for the same class, whatever other classes there are. */
export function classFile(id: string): string {
  if (plain.test(id) && `${id}.html` !== indexFile) return `${id}.html`;
  const words = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 8);
  return `${words === '' ? 'class' : words}-${hash}.html`;
}
