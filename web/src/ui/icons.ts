import { h, type VNode } from 'snabbdom';

/** Outline icons on a grid of 24, in the colour of the text. Always used with a label. */
const PATHS = {
  away: 'M5 19 19 5M9 5h10v10M5 12v7h7',
  hide: 'M5 5h14v14H5zM9.8 9.8a2.3 2.3 0 1 1 3.300 2.100c-.8.4-1.100.8-1.100 1.600M12 16.200v.3',
  flip: 'M7 4v13m0 0-3-3m3 3 3-3M17 20V7m0 0-3 3m3-3 3 3',
  soundOn: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  soundOff: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5m0-5-5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M4.2 4.2l1.5 1.5M18.3 18.3l1.5 1.5M2.5 12h2M19.5 12h2M4.2 19.8l1.5-1.5M18.3 5.7l1.5-1.5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  gear: 'M4 7h9M19 7h1M4 12h2M12 12h8M4 17h9M19 17h1M16 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM16 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  undo: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  draw: 'M5 9h14M5 15h14',
  flag: 'M6 21V4m0 1c4-2 7 2 12 0v8c-5 2-8-2-12 0',
  first: 'M18 6l-7 6 7 6M7 6v12',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6M17 6v12',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  share: 'M7 12h10m0 0-4-4m4 4-4 4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6 6 18',
  again: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4',
  list: 'M5 7h14M5 12h14M5 17h14',
  book: 'M12 6c-2-1.5-5-2-8-1.5v13c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500v-13c-3-.5-6 0-8 1.500zM12 6v13',
  computer: 'M6 9h12v9H6zM12 9V5M9.500 13v1M14.500 13v1M4 13v2M20 13v2',
  friend:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.500 19c.5-3.500 2.500-5 5.500-5s5 1.500 5.500 5M16 11a2.500 2.500 0 1 0-1-4.800M17 14c2 .3 3.300 1.800 3.700 4.500',
  person: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.6-4 3.300-6 7-6s6.400 2 7 6',
  board: 'M4 4h16v16H4zM4 12h16M12 4v16',
  cup: 'M8 4h8v5a4 4 0 0 1-8 0zM8 6H4.500v1a3.500 3.500 0 0 0 3.500 3.500M16 6h3.500v1a3.500 3.500 0 0 1-3.500 3.500M12 13v4M8.500 20h7M12 17c-1.500 0-2.500 1-2.500 3h5c0-2-1-3-2.500-3z',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20a2 2 0 0 0 4 0',
  plus: 'M12 5v14M5 12h14',
  chart: 'M5 19V9M12 19V5M19 19v-7',
  shield: 'M12 3.500 5 6v5.500c0 4.500 3 7.500 7 9 4-1.500 7-4.500 7-9V6z',
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): VNode {
  return h('svg.icon', { attrs: { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' } }, [
    h('path', { attrs: { d: PATHS[name] } }),
  ]);
}
