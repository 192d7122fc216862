/** The line above the board. */
import { h, type VNode } from 'snabbdom';
import type { State } from '../../api/types';
import type { Prompt } from '../../games/screen';
import { t } from '../../text';
import { button } from '../../ui/controls';
import { fits } from './fit';

export interface PromptProps {
  /** The last action of somebody else in a sentence, or an empty string. */
  told: string;
  text: string;
  /** The text for screen readers if it counts down: an announcement every second would be unbearable. */
  spoken: string | null;
  /** Set if the text is the game's own or a premove's, or says why an action was refused. */
  tone: Prompt['tone'] | 'refusal' | null;
  /** Whether something has been begun. */
  isDraft: boolean;
  /** The sentence about a lost connection. */
  noConnection: string | null;
  /** One step back in what has been begun. */
  onBack: () => void;
}

export function promptLine({ told, text, spoken, tone, isDraft, noConnection, onBack }: PromptProps): VNode {
  const isDown = noConnection !== null;
  const looks = { down: isDown, tells: told !== '', ...(tone ? { [tone]: true } : {}) };
  return h('div.prompt', { key: 'prompt', class: looks, attrs: { 'data-test': 'prompt', tabindex: -1 } }, [
    h('div.words', { key: 'words', hook: fits }, [
      isDown
        ? h('div.connection', { key: 'down', attrs: { role: 'alert', 'data-test': 'reconnecting' } }, noConnection)
        : null,
      h('div.sentence', { key: 'sentence' }, [
        // Screen readers get it from the live region.
        told ? h('strong', { key: 'told', attrs: { 'data-test': 'told' } }, told) : null,
        tone === 'refusal'
          ? h('p', { key: 'refusal', attrs: { role: 'alert' } }, text)
          : h(
              'p',
              { key: 'text', class: { 'visually-hidden': spoken !== null }, attrs: { 'aria-live': 'polite' } },
              spoken ?? text,
            ),
        tone === 'refusal' || spoken === null
          ? null
          : h('p', { key: 'counting', attrs: { 'aria-hidden': 'true' } }, text),
      ]),
    ]),
    isDraft ? button({ label: t.table.back, icon: 'undo', kind: 'quiet', key: 'back', onClick: onBack }) : null,
  ]);
}

/** The line if neither the game nor a premove has one. `end`: how the game ended. */
export function usualPrompt(state: State, mayAct: boolean, end: string): string {
  if (state.status === 'waiting') {
    const open = (['white', 'black'] as const).find(color => state.players[color].kind === 'free');
    // Both players of a game of an event are known before it starts.
    if (!open) return t.table.notStarted;
    return state.seat === 'spectator' ? t.table.seatOpen(open) : t.table.waiting;
  }
  if (state.status === 'over') return end;
  if (state.seat === 'both' || state.seat === 'spectator')
    return state.actor ? t.table.toMove(t.color[state.actor]) : '';
  if (mayAct) return t.table.yourTurn;
  const other = state.actor ? state.players[state.actor] : null;
  return other?.kind === 'engine' ? t.table.thinking : t.table.theirTurn;
}
