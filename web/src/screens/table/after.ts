/** After the game: the result with its reason, and what can be done now. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { GameRatings, State } from '../../api/types';
import { t } from '../../text';
import { button, link } from '../../ui/controls';
import { icon } from '../../ui/icons';
import { accountName } from '../names';
import { headline, scoreOf } from './result';

export interface AfterProps {
  state: State;
  /** Why it ended. */
  sentence: string;
  /** The effect on both ratings, if the game is rated. */
  ratings: GameRatings | null;
  /** Whether this game has a page that verifies its secrets. */
  hasProof: boolean;
  isAnalysing: boolean;
  /** The view of the engine's lines. */
  analysis: VNode | null;
  /** The view of the study board; `null` while it is closed. */
  study: VNode | null;
  /** The view of the game's event, if any; games of events have no rematch. */
  event: VNode | null;
  onTry: () => void;
  go: (path: string) => void;
  onRematch: () => void;
  /** Analyses the position that is shown; `null` if that is not a position of the game. */
  onAnalyse: (() => void) | null;
  onShare: () => void;
  /** Reports a player of the game; `null` if there is nobody to report, or the viewer may not. */
  onReport: (() => void) | null;
}

export function afterGame(props: AfterProps): VNode {
  const { state, go } = props;
  const { id, outcome } = state;
  const isPlayer = state.seat !== 'spectator';
  return h(
    'section.after',
    { key: 'after', attrs: { 'aria-label': t.table.result, 'data-test': 'after', tabindex: -1 } },
    [
      h('div.result', [
        h('h2', { attrs: { 'data-test': 'headline' } }, outcome ? headline(outcome, state.seat) : t.home.over),
        h('strong.score', scoreOf(outcome)),
        h('p', { attrs: { 'data-test': 'outcome' } }, props.sentence),
        props.ratings
          ? h('p.quiet.rating-change', { attrs: { 'data-test': 'ratings' } }, changes(state, props.ratings))
          : null,
      ]),
      props.event,
      h('div.after-row', [
        isPlayer && !state.event
          ? button({
              label: t.table.rematch,
              icon: 'again',
              kind: 'primary',
              testId: 'rematch',
              half: true,
              disabled: state.seat !== 'both' && state.offers.rematch === state.seat,
              onClick: props.onRematch,
            })
          : null,
        isPlayer && !state.event
          ? link(go, `/new/${state.game}`, '.button.plain.half', [icon('plus'), h('span', t.table.newGame)])
          : null,
        state.rematch_id ? link(go, `/g/${state.rematch_id}`, '.button.plain.half', [t.table.toRematch]) : null,
        props.onAnalyse
          ? button({
              label: t.table.analyse,
              icon: 'chart',
              testId: 'analyse',
              disabled: props.isAnalysing,
              onClick: props.onAnalyse,
            })
          : null,
        h(
          'a.button.plain',
          {
            attrs: {
              href: api.recordUrl(id),
              download: `${id}.pgn`,
              title: t.table.recordNote,
              'data-test': 'record',
            },
          },
          [icon('download'), h('span', t.table.record)],
        ),
        button({ label: t.table.share, title: t.table.shareNote, icon: 'share', onClick: props.onShare }),
        props.onReport
          ? button({
              label: t.report.button,
              icon: 'flag',
              title: t.report.title,
              testId: 'report',
              onClick: props.onReport,
            })
          : null,
        props.hasProof
          ? link(go, `/g/${id}/verify`, '.button.plain', [icon('shield'), h('span', t.table.verify)])
          : null,
      ]),
      h('div.after-more', [
        button({
          label: t.study.open,
          icon: 'board',
          testId: 'try-moves',
          disabled: props.study !== null,
          onClick: props.onTry,
        }),
      ]),
      props.study,
      props.analysis,
    ],
  );
}

/** Each player's rating before and after; the computer's stays. */
function changes({ players }: State, ratings: GameRatings): string {
  const people = (['white', 'black'] as const).flatMap(color => {
    const change = ratings[color];
    return change ? [t.table.ratingChange(accountName(players[color]), change.rating_before, change.rating)] : [];
  });
  const { engine } = ratings;
  return [...people, ...(engine ? [t.table.ratingFixed(engine.level, engine.rating)] : [])].join(', ');
}
