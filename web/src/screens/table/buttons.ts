/** The buttons of a game: always the same in the same places, disabled rather than removed. */
import { h, type VNode } from 'snabbdom';
import type { State } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import { icon } from '../../ui/icons';
import type { Ending } from './dialogs';
import type { TableMessage } from './live';

export interface ButtonsProps {
  state: State;
  /** Whether a takeback is on its way. */
  isTakingBack: boolean;
  isDrawerOpen: boolean;
  send: (message: TableMessage) => void;
  onFlip: () => void;
  onDrawer: () => void;
  /** Asks for confirmation first. */
  onAsk: (what: Ending) => void;
}

export function buttons(props: ButtonsProps): VNode {
  const { state } = props;
  const isPlaying = state.status === 'live' && state.seat !== 'spectator';
  const claims = isPlaying ? claimButtons(props) : [];
  const rare = isPlaying ? rareButtons(props) : [];
  return h('div.buttons', { key: 'buttons' }, [
    h('div.button-row', { attrs: { role: 'group', 'aria-label': t.table.buttons } }, [
      button({
        label: t.table.flip,
        icon: 'flip',
        iconOnly: isPlaying,
        testId: 'flip',
        key: 'flip',
        onClick: props.onFlip,
      }),
      ...(isPlaying ? usualButtons(props) : []),
      drawerButton(props),
    ]),
    claims.length ? h('div.button-row.more', { key: 'claims' }, claims) : null,
    rare.length ? h('div.button-row.more.rare', { key: 'rare' }, rare) : null,
  ]);
}

function usualButtons({ state, isTakingBack, send, onAsk }: ButtonsProps): VNode[] {
  const isBoth = state.seat === 'both';
  return [
    // There are no takebacks in events.
    ...(state.event ? [] : [takebackButton(isBoth, state.can.takeback && !isTakingBack, send)]),
    button({
      label: isBoth ? t.table.agreeDraw : t.table.draw,
      icon: 'draw',
      iconOnly: true,
      key: 'draw',
      testId: 'draw',
      disabled: !state.can.draw,
      onClick: () => onAsk('draw'),
    }),
    button({
      label: t.table.resign,
      icon: 'flag',
      iconOnly: true,
      key: 'resign',
      testId: 'resign',
      disabled: !state.can.resign,
      onClick: () => onAsk('resign'),
    }),
  ];
}

function takebackButton(isBoth: boolean, can: boolean, send: ButtonsProps['send']): VNode {
  return button({
    label: isBoth ? t.table.undo : t.table.takeback,
    icon: 'undo',
    iconOnly: true,
    key: 'takeback',
    testId: 'takeback',
    disabled: !can,
    onClick: () => send({ t: 'offer', what: 'takeback' }),
  });
}

function claimButtons({ state, send }: ButtonsProps): VNode[] {
  const claim = (what: 'win' | 'draw', label: string): VNode =>
    button({ label, key: `claim-${what}`, testId: `claim-${what}`, onClick: () => send({ t: 'claim', what }) });
  return [
    ...(state.can.claim_win ? [claim('win', t.table.claimWin)] : []),
    ...(state.can.claim_draw ? [claim('draw', t.table.claimDraw)] : []),
  ];
}

function rareButtons({ state, send, onAsk }: ButtonsProps): VNode[] {
  return [
    ...(state.can.abort
      ? [
          button({
            label: t.table.abort,
            title: t.table.abort,
            icon: 'cross',
            kind: 'quiet',
            key: 'abort',
            testId: 'abort',
            onClick: () => onAsk('abort'),
          }),
        ]
      : []),
    ...(state.seat === 'both'
      ? [
          button({
            label: t.table.reset,
            title: t.table.reset,
            icon: 'again',
            kind: 'quiet',
            key: 'reset',
            testId: 'reset',
            disabled: !state.can.reset,
            onClick: () => send({ t: 'offer', what: 'reset' }),
          }),
        ]
      : []),
  ];
}

/** Phones only: the moves lie in a drawer. */
function drawerButton({ isDrawerOpen, onDrawer }: ButtonsProps): VNode {
  return h(
    'button.button.plain.drawer-toggle',
    {
      key: 'drawer',
      attrs: {
        type: 'button',
        'aria-expanded': String(isDrawerOpen),
        'aria-label': t.table.drawer,
        'data-test': 'drawer',
      },
      on: { click: onDrawer },
    },
    [icon('list')],
  );
}
