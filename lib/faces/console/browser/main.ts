import { render } from 'preact';
import { App } from './app.ts';
import { token } from './base/api.ts';
import { html } from './base/html.ts';

// The address that `winnow console` prints has the token behind `#`, which is neither sent nor kept in the history.
const [, given] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
if (given !== undefined) {
  token.set(given);
  history.replaceState(null, '', location.pathname);
}
const root = document.getElementById('console');
if (root !== null) render(html`<${App} />`, root);
