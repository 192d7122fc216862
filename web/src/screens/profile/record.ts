/** How a player's games ended: by reason and by opponent. */
import { h, type VNode } from 'snabbdom';
import type { PlayerRecord, RecordScore } from '../../api/types';
import { t } from '../../text';
import type { App } from '../../ui/page';
import { nameLink } from '../names';

type Row = RecordScore & { name: VNode | string };

export function recordView(app: App, { results, opponents }: PlayerRecord): VNode {
  if (results.length === 0) return h('p.quiet', { attrs: { 'data-test': 'no-record' } }, t.profile.noRecord);
  // The same reason in all games of a kind.
  const reasons = new Map<string, Row>();
  const all: Row = { name: t.profile.all, wins: 0, draws: 0, losses: 0 };
  for (const one of results) {
    const row = reasons.get(one.reason) ?? { name: t.reason[one.reason], wins: 0, draws: 0, losses: 0 };
    reasons.set(one.reason, row);
    for (const sum of [row, all]) {
      sum.wins += one.wins;
      sum.draws += one.draws;
      sum.losses += one.losses;
    }
  }
  const byReason = [...reasons.values()].sort((one, other) => count(other) - count(one));
  return h('div.record', { attrs: { 'data-test': 'record-tables' } }, [
    table(t.profile.byReason, t.profile.ended, [...byReason, ...(byReason.length > 1 ? [all] : [])]),
    table(
      t.profile.byOpponent,
      t.profile.opponent,
      opponents.map(one => ({ ...one, name: nameLink(app.go, one) })),
    ),
  ]);
}

function count({ wins, draws, losses }: RecordScore): number {
  return wins + draws + losses;
}

function table(title: string, first: string, rows: readonly Row[]): VNode {
  const { games, won, drawn, lost } = t.profile;
  return h('section.record-table', { key: title }, [
    h('h3', title),
    h('table.listing', { attrs: { 'aria-label': title } }, [
      h(
        'thead',
        h(
          'tr',
          [first, games, won, drawn, lost].map(name => h('th', { attrs: { scope: 'col' } }, name)),
        ),
      ),
      h(
        'tbody',
        rows.map(row =>
          h('tr', [
            h('th', { attrs: { scope: 'row' } }, [row.name]),
            ...[count(row), row.wins, row.draws, row.losses].map(number => h('td', number.toLocaleString('en'))),
          ]),
        ),
      ),
    ]),
  ]);
}
