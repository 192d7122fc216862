/** The page after the game that checks every secret square against its commitment, in this browser. */
import './verify.css';
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import { piece } from '../../board/piece';
import { t } from '../../text';
import { marked } from '../game';
import { about } from './about';
import { text } from './text';
import type { Verification, VerifiedDeparture } from './view';
import { link } from '../../ui/controls';
import { icon } from '../../ui/icons';
import type { App, Page } from '../../ui/page';

const words = text.verify;

/**
 * The SHA-256 of a text as hexadecimal digits, or `null` where the browser has no cryptography (plain http from
 * another machine).
 */
async function sha256(text: string): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

export function verifyPage(app: App, id: string): Page {
  let verification: Verification | null = null;
  let refused = '';
  /** This browser's verdict on each departure; `null` if it cannot tell. */
  let found: (boolean | null)[] = [];

  const load = async (): Promise<void> => {
    try {
      const answer = await api.verify(id);
      found = await Promise.all(
        answer.departures.map(async one => {
          const hash = await sha256(one.text);
          // The text must say what the table says, not merely hash to the commitment.
          const says =
            one.text.includes(`return ${one.square}`) && one.text.includes(`${one.color} ${one.role} ${one.from}`);
          return hash === null ? null : hash === one.commitment && says;
        }),
      );
      verification = answer;
    } catch (error) {
      refused = error instanceof Refused ? error.message : t.app.failed;
    }
    app.redraw();
  };
  void load();

  const holds = (one: VerifiedDeparture, index: number): boolean => found[index] ?? one.holds;

  const row = (one: VerifiedDeparture, index: number): VNode => {
    const fits = holds(one, index);
    return h('tr', { key: one.n }, [
      h('td', { attrs: { 'data-label': words.left } }, `${one.turn}. ${t.color[one.color]}`),
      h('td', { attrs: { 'data-label': words.piece } }, [
        piece(one.color, one.role),
        ` ${t.role[one.role]} ${one.from}`,
      ]),
      h('td.square', { attrs: { 'data-label': words.square } }, one.square),
      h('td', { attrs: { 'data-label': words.salt } }, [h('code', one.salt)]),
      h('td', { attrs: { 'data-label': words.commitment } }, [h('code', one.commitment)]),
      h('td.verdict', { class: { bad: !fits }, attrs: { 'data-label': words.verdict } }, [
        icon(fits ? 'check' : 'cross'),
        fits ? words.good : words.bad,
      ]),
    ]);
  };

  return {
    title: t.table.verify,
    view: () =>
      h('main.page.verify', { attrs: { id: 'main', tabindex: -1, ...marked({ id: 'hyperspace', about }) } }, [
        h('h1', words.title),
        h('p.lead', words.lead),
        refused ? h('p', refused) : null,
        verification === null
          ? refused
            ? null
            : h('p.quiet', t.app.loading)
          : h('div', { key: 'found' }, [
              h('p.verdict-all', { attrs: { role: 'status', 'data-test': 'verdict' } }, [
                verification.departures.length === 0
                  ? words.none
                  : verification.departures.every(holds)
                    ? words.allGood
                    : words.someBad,
                found.length && found.every(one => one !== null) ? ` ${words.checkedHere}` : '',
              ]),
              verification.departures.length
                ? h('table', [
                    h('thead', [
                      h(
                        'tr',
                        [words.left, words.piece, words.square, words.salt, words.commitment, words.verdict].map(
                          title => h('th', { attrs: { scope: 'col' } }, title),
                        ),
                      ),
                    ]),
                    h('tbody', verification.departures.map(row)),
                  ])
                : null,
            ]),
        link(app.go, `/g/${id}`, '.button.plain', [words.toGame]),
      ]),
  };
}
