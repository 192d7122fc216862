/** The history of a rating: a line graph, and the same in words and as a list. */
import { h, type VNode } from 'snabbdom';
import type { RatedGame } from '../../api/types';
import { t } from '../../text';
import { dayText } from '../../text/format';
import { link } from '../../ui/controls';
import type { App } from '../../ui/page';
import { rulesBetween } from './rules';

/** The widths of the graph. On a phone a narrower graph is drawn rather than a scaled one, so that its numbers stay legible. */
const WIDTH = { wide: 640, narrow: 330 };
const NARROW = '(max-width: 500px)';
const HEIGHT = 160;
const MARGIN = { left: 44, right: 10, top: 12, bottom: 20 };
/** The minimum range of ratings from top to bottom, so that small changes look small. */
const LEAST_SPAN = 100;
/** Number of games in the list below the graph. */
const LISTED = 30;

/** The graph of rated games, which are given with the latest first. */
export function ratingGraph(app: App, title: string, games: readonly RatedGame[]): VNode {
  const points = [...games].reverse();
  const ratings = points.map(game => Math.round(game.rating));
  const first = ratings[0] ?? 0;
  const last = ratings.at(-1) ?? 0;
  const least = Math.min(...ratings);
  const most = Math.max(...ratings);
  const words = t.profile.graph(points.length, first, last, least, most);
  return h('figure.rating-graph', { attrs: { 'data-test': 'rating-graph' } }, [
    h('figcaption', [h('strong', title), ' ', words]),
    picture(points, least, most, words),
    h('details', [h('summary', t.profile.asTable), h('div.rating-list', [table(app, games.slice(0, LISTED))])]),
  ]);
}

function picture(points: readonly RatedGame[], least: number, most: number, words: string): VNode {
  const width = matchMedia(NARROW).matches ? WIDTH.narrow : WIDTH.wide;
  const pad = Math.max(0, LEAST_SPAN - (most - least)) / 2;
  const [low, high] = [least - pad, most + pad];
  const x = (index: number): number =>
    MARGIN.left + (index * (width - MARGIN.left - MARGIN.right)) / Math.max(1, points.length - 1);
  const y = (rating: number): number =>
    MARGIN.top + ((high - rating) * (HEIGHT - MARGIN.top - MARGIN.bottom)) / (high - low);
  const line = points.map(({ rating }, index) => `${x(index).toFixed(1)},${y(rating).toFixed(1)}`).join(' ');
  const rule = (rating: number): VNode[] => [
    h('line.rule', { attrs: { x1: MARGIN.left, x2: width - MARGIN.right, y1: y(rating), y2: y(rating) } }),
    h('text.rule-text', { attrs: { x: MARGIN.left - 6, y: y(rating) + 4, 'text-anchor': 'end' } }, String(rating)),
  ];
  const newest = points.length - 1;
  return h('svg.graph', { attrs: { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': words } }, [
    ...rulesBetween(low, high).flatMap(rule),
    h('polyline.graph-line', { attrs: { points: line } }),
    h('circle.graph-last', { attrs: { cx: x(newest), cy: y(points[newest]?.rating ?? 0), r: 4 } }),
  ]);
}

function table(app: App, games: readonly RatedGame[]): VNode {
  const { date, opponent, score, rating, scores } = t.profile;
  return h('table.listing', [
    h(
      'thead',
      h(
        'tr',
        [date, opponent, score, rating].map(name => h('th', { attrs: { scope: 'col' } }, name)),
      ),
    ),
    h(
      'tbody',
      games.map(game =>
        h('tr', { key: game.game }, [
          h('td', dayText(game.at)),
          h('td', game.opponent),
          h('td', [link(app.go, `/g/${game.game}`, '.name', [scores(game.score)])]),
          h('td', t.table.ratingChange('', game.rating_before, game.rating).trim()),
        ]),
      ),
    ),
  ]);
}
