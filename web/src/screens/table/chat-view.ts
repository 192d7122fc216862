/** The chat beside a game, in the place of the moves. */
import { h, type Hooks, type VNode } from 'snabbdom';
import type { ChatLine, ChatPreset, State } from '../../api/types';
import { t } from '../../text';
import { button, dialog } from '../../ui/controls';
import type { App } from '../../ui/page';
import { settings } from '../../ui/settings';
import { wordsText, type Chat, type Rights } from './chat';

const BEFORE: readonly ChatPreset[] = ['hello', 'good-luck', 'have-fun'];
const AFTER: readonly ChatPreset[] = ['good-game', 'well-played', 'thanks'];
const ALWAYS: readonly ChatPreset[] = ['must-go', 'goodbye'];
/** The longest text, in characters. */
const LONGEST = 300;

export interface ChatProps {
  app: App;
  state: State;
  chat: Chat;
  rights: Rights;
}

export function chatView({ app, state, chat, rights }: ChatProps): VNode {
  const isOwn = ({ name, color }: ChatLine): boolean =>
    color === null ? name === app.me?.name && state.seat === 'spectator' : color === state.seat;
  const shown = chat.lines.filter(line => isOwn(line) || !settings.isSilenced(line.name));
  const hidden = chat.lines.length - shown.length;
  const presets = [...(state.status === 'over' ? AFTER : BEFORE), ...ALWAYS];
  // A player who can write freely needs presets only for the first message.
  const offersPresets = rights.presets && (!rights.ownWords || !shown.some(isOwn));
  return h('div.chat', { key: 'chat', attrs: { 'data-test': 'chat' } }, [
    h(
      'div.chat-lines',
      {
        attrs: { tabindex: 0, role: 'log', 'aria-label': t.chat.title, 'data-lines': shown.length },
        hook: keepsEnd,
      },
      [
        shown.length === 0
          ? h('p.quiet', { key: 'none' }, state.seat === 'spectator' ? t.chat.nobodyWatching : t.chat.nobody)
          : null,
        ...shown.map(line => lineView(line, isOwn(line), chat)),
        hidden > 0 ? h('p.quiet', { key: 'hidden' }, t.chat.hidden(hidden)) : null,
      ],
    ),
    chat.problem ? h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, chat.problem) : null,
    offersPresets
      ? h(
          'div.chat-presets',
          { key: 'presets', attrs: { role: 'group', 'aria-label': t.chat.quick } },
          presets.map(preset =>
            button({
              label: t.chat.presets[preset],
              testId: `say-${preset}`,
              disabled: chat.isSending,
              onClick: () => chat.preset(preset),
            }),
          ),
        )
      : null,
    rights.ownWords ? writing(chat, state) : null,
    state.seat === 'spectator' && !rights.ownWords ? h('p.quiet.chat-note', { key: 'note' }, t.chat.signIn) : null,
    chat.chosen ? about(app, state, chat, chat.chosen) : null,
  ]);
}

function lineView(line: ChatLine, isOwn: boolean, chat: Chat): VNode {
  const name = isOwn
    ? h('span.chat-name', line.name)
    : h(
        'button.chat-name',
        {
          attrs: { type: 'button', 'aria-label': t.chat.about(line.name) },
          on: { click: () => chat.choose(line) },
        },
        line.name,
      );
  return h('p.chat-line', { key: line.number, class: { own: isOwn }, attrs: { 'data-test': 'line' } }, [
    name,
    line.room === 'spectators' ? h('span.tag', t.chat.watching) : null,
    ' ',
    h('span', wordsText(line.words)),
  ]);
}

function writing(chat: Chat, state: State): VNode {
  return h(
    'form.chat-form',
    {
      key: 'write',
      on: {
        submit: (event: Event) => {
          event.preventDefault();
          chat.write();
        },
      },
    },
    [
      h('input', {
        attrs: {
          id: 'chat-text',
          maxlength: LONGEST,
          autocomplete: 'off',
          'aria-label': state.seat === 'spectator' ? t.chat.writeWatching : t.chat.write,
          placeholder: state.seat === 'spectator' ? t.chat.writeWatching : t.chat.write,
          'data-test': 'chat-text',
        },
        hook: { insert: vnode => fill(vnode, chat), postpatch: (_, vnode) => fill(vnode, chat) },
        on: { input: (event: Event) => (chat.text = (event.target as HTMLInputElement).value) },
      }),
      h(
        'button.button.plain',
        { attrs: { type: 'submit', disabled: chat.isSending, 'data-test': 'chat-send' } },
        t.chat.send,
      ),
    ],
  );
}

/** Puts the draft into the field. It may be sent and cleared before it was ever drawn, so compare with the field itself. */
function fill({ elm }: VNode, { text }: Chat): void {
  if (elm instanceof HTMLInputElement && elm.value !== text) elm.value = text;
}

/** The actions on the author of a message. */
function about(app: App, state: State, chat: Chat, line: ChatLine): VNode {
  const close = (): void => chat.choose(null);
  return dialog(line.name, close, [
    h('p', t.chat.muteNote),
    h('div.row.end', [
      // Only accounts can report. A spectator is reported without the game, as they are not one of its players.
      app.me?.account
        ? button({
            label: t.report.of(line.name),
            icon: 'flag',
            onClick: () => {
              close();
              app.report(line.color === null ? { players: [line.name] } : { players: [line.name], game: state.id });
            },
          })
        : null,
      button({
        label: t.chat.mute,
        kind: 'primary',
        testId: 'mute',
        onClick: () => {
          settings.silence(line.name);
          close();
        },
      }),
      button({ label: t.keys.close, onClick: close }),
    ]),
  ]);
}

/** Keeps the last line in view when another one arrives. */
const keepsEnd: Hooks = {
  insert: ({ elm }) => toEnd(elm),
  postpatch: (old, { data, elm }) => {
    if (old.data?.attrs?.['data-lines'] !== data?.attrs?.['data-lines']) toEnd(elm);
  },
};

function toEnd(elm: Node | undefined): void {
  if (elm instanceof HTMLElement) elm.scrollTop = elm.scrollHeight;
}
