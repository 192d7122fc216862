import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { button, dialog, keyList } from '../../ui/controls';
import { icon } from '../../ui/icons';
import type { Table } from '../table';

const WHATS = ['draw', 'takeback', 'rematch'] as const;

/** What the other player offers, with its two answers: in a line of its own, so that no button changes its meaning. */
export function offersLine(table: Table): VNode | null {
  const { state } = table;
  if (!state || !table.isPlayer || state.seat === 'both') return null;
  const offered = WHATS.find(what => state.offers[what] && state.offers[what] !== state.seat);
  const sent = WHATS.find(what => state.offers[what] === state.seat);
  if (offered) {
    return h('div.offer', { key: `offer-${offered}`, attrs: { role: 'alert', 'data-test': `offer-${offered}` } }, [
      h('p', t.table.offered[offered]),
      h('div.row', [
        button({
          label: t.table.accept,
          icon: 'check',
          kind: 'primary',
          testId: 'accept',
          onClick: () => table.send({ t: 'accept', what: offered }),
        }),
        button({
          label: t.table.decline,
          icon: 'cross',
          testId: 'decline',
          onClick: () => table.send({ t: 'decline', what: offered }),
        }),
      ]),
    ]);
  }
  return sent ? h('div.offer.sent', { key: `sent-${sent}` }, [h('p', t.table.sent[sent])]) : null;
}

/** Always the same buttons in the same places. */
export function buttons(table: Table): VNode {
  const { state } = table;
  const can = state?.can;
  const live = state?.status === 'live' && table.isPlayer;
  const both = state?.seat === 'both';
  const list: (VNode | null)[] = [
    button({
      label: t.table.flip,
      icon: 'flip',
      iconOnly: live,
      testId: 'flip',
      key: 'flip',
      onClick: () => table.flip(),
    }),
  ];
  if (live) {
    list.push(
      button({
        label: both ? t.table.undo : t.table.takeback,
        icon: 'undo',
        iconOnly: true,
        key: 'takeback',
        testId: 'takeback',
        disabled: !can?.takeback,
        onClick: () => table.send({ t: 'offer', what: 'takeback' }),
      }),
      button({
        label: both ? t.table.agreeDraw : t.table.draw,
        icon: 'draw',
        iconOnly: true,
        key: 'draw',
        testId: 'draw',
        disabled: !can?.draw,
        onClick: () => table.send({ t: 'offer', what: 'draw' }),
      }),
      button({
        label: t.table.resign,
        icon: 'flag',
        iconOnly: true,
        key: 'resign',
        testId: 'resign',
        disabled: !can?.resign,
        onClick: () => {
          table.asking = 'resign';
          table.redraw();
        },
      }),
    );
  }
  const rare: (VNode | null)[] = [
    live && can?.abort
      ? button({
          label: t.table.abort,
          kind: 'quiet',
          key: 'abort',
          testId: 'abort',
          onClick: () => {
            table.asking = 'abort';
            table.redraw();
          },
        })
      : null,
    live && both
      ? button({
          label: t.table.reset,
          icon: 'again',
          kind: 'quiet',
          key: 'reset',
          testId: 'reset',
          disabled: can?.reset === false,
          onClick: () => table.send({ t: 'offer', what: 'reset' }),
        })
      : null,
  ].filter(Boolean);
  const claims: (VNode | null)[] = [
    live && can?.claim_win
      ? button({
          label: t.table.claimWin,
          kind: 'plain',
          key: 'claim-win',
          testId: 'claim-win',
          onClick: () => table.send({ t: 'claim', what: 'win' }),
        })
      : null,
    live && can?.claim_draw
      ? button({
          label: t.table.claimDraw,
          kind: 'plain',
          key: 'claim-draw',
          testId: 'claim-draw',
          onClick: () => table.send({ t: 'claim', what: 'draw' }),
        })
      : null,
  ].filter(Boolean);
  return h('div.buttons', { key: 'buttons' }, [
    h('div.button-row', { attrs: { role: 'group', 'aria-label': t.table.buttons } }, [
      ...list,
      h(
        'button.button.plain.drawer-toggle',
        {
          key: 'drawer',
          attrs: {
            type: 'button',
            'aria-expanded': String(table.drawerOpen),
            'aria-label': t.table.drawer,
            'data-test': 'drawer',
          },
          on: {
            click: () => {
              table.drawerOpen = !table.drawerOpen;
              table.redraw();
            },
          },
        },
        [icon('list')],
      ),
    ]),
    claims.length ? h('div.button-row.more', { key: 'claims' }, claims) : null,
    rare.length ? h('div.button-row.more.rare', { key: 'rare' }, rare) : null,
  ]);
}

/** A game that waits for its second player: the link, or the free seat. */
export function waiting(table: Table): VNode | null {
  const { state } = table;
  if (state?.status !== 'waiting') return null;
  if (!table.isPlayer) {
    return h('div.share', { key: 'join' }, [
      h('p', t.table.seatFree),
      button({ label: t.table.join, kind: 'primary', testId: 'join', onClick: () => void table.join() }),
    ]);
  }
  const address = location.href;
  return h('div.share', { key: 'share' }, [
    h('label', { attrs: { for: 'share-link' } }, t.table.shareLink),
    h('div.row', [
      h('input', { attrs: { id: 'share-link', readonly: true, 'data-test': 'share-link' }, props: { value: address } }),
      button({ label: t.table.copy, icon: 'copy', kind: 'primary', onClick: () => void copy(table, address) }),
    ]),
  ]);
}

export async function copy(table: Table, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    table.app.note(t.table.copied);
  } catch {
    table.app.note(t.table.notCopied);
  }
}

export function resignDialog(table: Table): VNode | null {
  const { asking, state } = table;
  if (!asking || !state) return null;
  const close = (): void => {
    table.asking = null;
    table.redraw();
  };
  if (asking === 'keys') {
    return dialog(t.keys.title, close, [
      keyList(),
      h('div.row.end', [button({ label: t.keys.close, kind: 'primary', onClick: close })]),
    ]);
  }
  return dialog(asking === 'resign' ? t.table.resignAsk : t.table.abortAsk, close, [
    h('p', asking === 'resign' ? t.table.resignNote : t.table.abortNote),
    h('div.row.end', [
      button({ label: t.table.keepPlaying, testId: 'resign-no', onClick: close }),
      button({
        label: asking === 'resign' ? t.table.resign : t.table.abort,
        kind: 'danger',
        testId: 'resign-yes',
        onClick: () => {
          table.send({ t: asking });
          close();
        },
      }),
    ]),
  ]);
}
