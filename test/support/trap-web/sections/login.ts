import { type Answer, type Asked, type Plot, type Section, trap } from '../section.ts';
import { escaped, linkLine } from '../text/markup.ts';
import { dice, token } from '../text/prose.ts';

export interface LoginOptions {
  /**
   * `nested`: the form links to itself and to registration, with its own URL as the one to return to. `wall`: pages
   * behind it redirect to it, and it links to more such pages. `base64`: nested, and encoded. `attempts`: redirects
   * to itself, counting. `hex`: as `base64`. `path`: nested in the path, `/login/then/login/then/`. `ticket`: every
   * answer has a form of its own, named by a ticket.
   */
  readonly form: 'nested' | 'wall' | 'base64' | 'attempts' | 'hex' | 'path' | 'ticket';
  /** `next`, `return_to`, `redirect` … */
  readonly key: string;
  /** Every page of the host links to it with its own URL; otherwise with one and the same. */
  readonly everyPage: boolean;
}

const accounts = ['orders', 'wishlist', 'settings', 'messages'];

/** Signing in, which leads to signing in. */
export function loginLoop({ at }: Plot, { form, key, everyPage }: LoginOptions): Section {
  const to = (verb: string, target: string, serial = 0): string => {
    if (form === 'path') return `${at}/${verb}/then${target}`;
    if (form === 'ticket') return `${at}/${verb}?${key}=${token(dice(at, serial, verb), 'alnum', 20)}`;
    const plain = form !== 'base64' && form !== 'hex';
    const value = plain
      ? encodeURIComponent(target)
      : Buffer.from(target).toString(form === 'hex' ? 'hex' : 'base64url');
    return `${at}/${verb}?${key}=${value}`;
  };

  function page(verb: string, asked: Asked): Answer {
    const links =
      form === 'wall'
        ? accounts.map((name) => ({
            href: `${at}/account/${name}?from=${encodeURIComponent(asked.href)}`,
            anchor: name,
          }))
        : ['login', 'register', 'forgotten'].map((name) => ({
            href: to(name, asked.href, asked.serial),
            anchor: name,
          }));
    const main = `<h1>${escaped(verb)}</h1><form><p>Name</p><p>Password</p></form>\n${linkLine(links)}`;
    return trap('login', { title: `Please ${verb}`, main });
  }

  return {
    kind: 'login',
    shape: `${form}${everyPage ? '-every-page' : ''}`,
    honest: [],
    nav: (asked) => [{ href: to('login', everyPage ? asked.href : '/', asked.serial), anchor: 'Sign in' }],
    answer(asked) {
      const [verb = ''] = asked.path.slice(at.length + 1).split('/then/');
      if (!asked.path.startsWith(`${at}/`)) return undefined;
      if (verb.startsWith('account/')) return { owner: { trap: 'login' }, to: to('login', asked.href) };
      if (form === 'attempts' && verb === 'login') {
        const attempt = Number(asked.query.get('attempt') ?? 0) + 1;
        const target = encodeURIComponent(asked.query.get(key) ?? '/');
        return { owner: { trap: 'login' }, to: `${at}/login?${key}=${target}&attempt=${attempt}` };
      }
      return ['login', 'register', 'forgotten'].includes(verb) ? page(verb, asked) : undefined;
    },
  };
}
