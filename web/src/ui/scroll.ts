/** Lets style sheets know at which edges a scrolling element has more to show. */
import type { Hooks } from 'snabbdom';

/** An element this close to its end counts as scrolled to it: scroll positions are fractional, sizes are rounded. */
const SLACK_PX = 1;

class Watcher {
  private readonly sizes = new ResizeObserver(() => this.look());
  private readonly onScroll = (): void => this.look();
  private frame = 0;

  constructor(private readonly element: HTMLElement) {
    element.addEventListener('scroll', this.onScroll, { passive: true });
    this.sizes.observe(element);
  }

  /** The content of the element may have changed: measures once it is laid out. */
  changed(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.look());
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.sizes.disconnect();
    this.element.removeEventListener('scroll', this.onScroll);
  }

  private look(): void {
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = this.element;
    const more = [
      scrollTop > SLACK_PX ? 'up' : '',
      scrollTop + clientHeight < scrollHeight - SLACK_PX ? 'down' : '',
      scrollLeft > SLACK_PX ? 'left' : '',
      scrollLeft + clientWidth < scrollWidth - SLACK_PX ? 'right' : '',
    ];
    this.element.dataset.more = more.filter(Boolean).join(' ');
  }
}

const watchers = new WeakMap<Node, Watcher>();

/** Hooks for an element that scrolls: its `data-more` names the directions in which there is more. */
export const tellsMore: Hooks = {
  insert: ({ elm }) => {
    if (elm instanceof HTMLElement) watchers.set(elm, new Watcher(elm));
  },
  postpatch: (_, { elm }) => {
    if (elm) watchers.get(elm)?.changed();
  },
  destroy: ({ elm }) => {
    if (elm) watchers.get(elm)?.destroy();
  },
};
