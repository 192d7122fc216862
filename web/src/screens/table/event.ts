/** The event of a game, if it belongs to one. Its panel is loaded on demand. */
import { h, type VNode } from 'snabbdom';
import type { State } from '../../api/types';
import { notLoaded } from '../../ui/lazy';
import type { App } from '../../ui/page';
import type { EventPanel, Sentence } from '../events/table';

export class OfEvent {
  private panel: EventPanel | null = null;
  private isLoading = false;
  private hasFailed = false;
  private gone = false;

  constructor(private readonly app: App) {}

  destroy(): void {
    this.gone = true;
    this.panel?.destroy();
  }

  take({ event, id, seat }: State): void {
    if (!event || this.isLoading) return;
    this.isLoading = true;
    void import('../events/table').then(
      part => {
        if (this.gone) return;
        this.panel = new part.EventPanel(this.app, event, id, seat === 'white' || seat === 'black');
        this.app.redraw();
      },
      () => {
        // The next state retries. Until then the message is placed like conditional moves, as the panel's own styles are not loaded either.
        this.isLoading = false;
        this.hasFailed = true;
        this.app.redraw();
      },
    );
  }

  view(state: State): VNode | null {
    if (!state.event) return null;
    return this.panel?.view(state) ?? (this.hasFailed ? h('section.conditional', { key: 'event' }, notLoaded()) : null);
  }

  /** The line above the board, if it is not the usual one. */
  sentence(state: State): Sentence | null {
    return this.panel?.sentence(state) ?? null;
  }

  dialog(): VNode | null {
    return this.panel?.dialog() ?? null;
  }

  back(): boolean {
    return this.panel?.back() ?? false;
  }
}
