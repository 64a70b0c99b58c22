import type { SettingInForce } from '../../../../pipeline/operation/place.ts';
import type { Tree } from './check-tree.ts';

/** What only an owner of the machine says. */
const ofOwner = ['name', 'data', 'network', 'convert.programs', 'fetch.credentials'];

/** What files set, as a tree, without what cannot be set from here. */
export function treeOf(settings: readonly SettingInForce[]): Tree {
  const isOwn = (key: string): boolean => ofOwner.some((one) => key === one || key.startsWith(`${one}.`));
  const set = settings.filter(
    ({ source, value, key }) => source !== 'default' && value !== undefined && !isOwn(key),
  );
  return set.reduce<Tree>((tree, { key, value }) => withPath(tree, key.split('.'), value), {});
}

/** @param text a value as JSON, or a text as it is */
export function withKey(tree: Tree, key: string, text: string): Tree {
  try {
    return withPath(tree, key.split('.'), JSON.parse(text));
  } catch {
    return withPath(tree, key.split('.'), text);
  }
}

function withPath(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [name]: value };
  const inner = Object.hasOwn(tree, name) ? tree[name] : {};
  return { ...tree, [name]: withPath(inner as Tree, rest, value) };
}
