/** The positions of the boards in the viewport, for live small boards. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { Color, SentState } from '../../api/types';
import { mini } from '../../board/mini';
import { smallBoards } from '../archive/thumbnail';

/** The polling interval of a live board, in milliseconds: the minimum, and the amount per board in the viewport. */
const LEAST_MS = 4000;
const EACH_MS = 500;
/** How often to check which boards are due. */
const TICK_MS = 1000;

interface Known {
  game: string;
  position: string;
  last: readonly string[];
  isOver: boolean;
  at: number;
}

export class Positions {
  private readonly known = new Map<string, Known>();
  private readonly seen = new Set<string>();
  private readonly elements = new WeakMap<Element, string>();
  private readonly observer: IntersectionObserver;
  private readonly timer: number;
  private isAsking = false;

  constructor(private readonly changed: () => void) {
    this.observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        const game = this.elements.get(target);
        if (game === undefined) continue;
        if (isIntersecting) this.seen.add(game);
        else this.seen.delete(game);
      }
      void this.ask();
    });
    this.timer = window.setInterval(() => void this.ask(), TICK_MS);
  }

  destroy(): void {
    clearInterval(this.timer);
    this.observer.disconnect();
    this.seen.clear();
  }

  /** Fetches the boards that are due, one after the other. */
  private async ask(): Promise<void> {
    if (this.isAsking || document.hidden) return;
    this.isAsking = true;
    const pause = Math.max(LEAST_MS, EACH_MS * this.seen.size);
    for (const game of [...this.seen]) {
      const known = this.known.get(game);
      if (known && (known.isOver || performance.now() - known.at < pause)) continue;
      const state = await api.state(game).catch(() => null);
      if (state && this.seen.has(game)) this.take(game, state);
    }
    this.isAsking = false;
  }

  private take(game: string, state: SentState): void {
    const before = this.known.get(game);
    const position = textOf(state.view);
    this.known.set(game, {
      game: state.game,
      position,
      last: state.last,
      isOver: state.status === 'over',
      at: performance.now(),
    });
    if (before?.position !== position) this.changed();
  }

  /** The result of a game has changed: forces a fetch of its final position. */
  forget(game: string): void {
    this.known.delete(game);
  }

  /** A game on a small board, or on eight; an empty one until it is known. */
  view(game: string, orientation: Color): VNode {
    const known = this.known.get(game);
    const boards = known ? smallBoards(known, orientation) : [mini({ pieces: [], orientation })];
    return h(
      'div.thumbnail',
      {
        key: `mini-${game}`,
        class: { many: boards.length > 1 },
        attrs: { 'aria-hidden': 'true' },
        hook: {
          insert: ({ elm }) => {
            this.elements.set(elm as Element, game);
            this.observer.observe(elm as Element);
          },
          destroy: ({ elm }) => {
            this.observer.unobserve(elm as Element);
            this.seen.delete(game);
          },
        },
      },
      boards,
    );
  }
}

/** A view's position as one line of text, which is named differently by different games. */
function textOf(view: SentState['view']): string {
  const named = view as { position?: string; text?: string };
  return named.position ?? named.text ?? '';
}
