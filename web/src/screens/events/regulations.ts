/** The settings of an event, its staff, its own regulations, and its files. */
import { h, type VNode } from 'snabbdom';
import { events, type EventDetail } from '../../api/events';
import { controlText, e, formatText } from '../../text/events';
import { momentText } from '../../text/format';
import { counted } from '../../text/words';
import { link } from '../../ui/controls';
import { icon } from '../../ui/icons';
import { defaultMinutes, planned, runsOutSooner } from './facts';
import { eventPath, part, personLink, variantText } from './common';

export function regulationsView(detail: EventDetail, go: (path: string) => void): VNode[] {
  const { settings, roles } = detail;
  const words = e.regulations;
  return [
    part(words.own, 'regulations', [
      settings.regulations.trim()
        ? h(
            'div.prose',
            settings.regulations
              .trim()
              .split(/\n\s*\n/)
              .map((text, index) => h('p', { key: index }, text)),
          )
        : h('p.quiet', words.ownNone),
      h('p.quiet', [`${words.house} `, link(go, '/events/regulations', '', [words.houseLink])]),
    ]),
    part(words.settings, 'settled', [
      definitions(settled(detail)),
      detail.you.organiser && detail.phase === 'open'
        ? h('div.row', [link(go, `${eventPath(detail.id)}/settings`, '.button.plain', [e.do.settings])])
        : null,
    ]),
    part(words.roles, 'who', [
      definitions([
        [words.role.organiser, [personLink(go, roles.organiser)]],
        [words.role.directors, roles.directors.flatMap((one, index) => [index ? ', ' : '', personLink(go, one)])],
        [words.role.chiefArbiter, [personLink(go, roles.chiefArbiter)]],
        [words.role.deputy, [personLink(go, roles.deputy)]],
      ]),
    ]),
    part(words.exports, 'files', [files(detail), h('p.quiet', words.filesNote), h('p.quiet', words.log)]),
  ];
}

function definitions(rows: readonly (readonly [string, string | (VNode | string)[]])[]): VNode {
  return h(
    'dl.facts',
    rows.flatMap(([name, value]) => [h('dt', name), h('dd', typeof value === 'string' ? [value] : value)]),
  );
}

/** All settings in words, with their names. */
export function settled(detail: EventDetail): [string, string][] {
  const { settings } = detail;
  const rounds = planned(detail);
  const { names, ...words } = e.regulations;
  const { format, conditions } = settings;
  const { ratingFrom, ratingTo, mostPlayers } = conditions;
  const who = [
    ratingFrom === null && ratingTo === null ? words.anybody : words.rating(ratingFrom, ratingTo),
    mostPlayers === null ? '' : words.most(mostPlayers),
  ];
  const isSwiss = format.kind === 'swiss';
  const rows: [string, string][] = [
    [names.game, variantText(settings.variant)],
    [names.control, controlText(settings.control)],
    [names.format, formatText(format)],
    [names.rated, settings.rated ? words.ratedYes : words.ratedNo],
    [names.start, momentText(settings.startsAt)],
    [names.conditions, who.filter(Boolean).join(', ')],
    [names.checkIn, words.checkIn(settings.checkInMinutes ?? null)],
    [names.defaultTime, words.defaultTime(defaultMinutes(settings), runsOutSooner(settings))],
    [names.draws, words.draws(settings.drawTurns)],
  ];
  if (isSwiss) {
    rows.push(
      [
        names.rounds,
        rounds ? counted(rounds, 'round') : format.rounds ? counted(format.rounds, 'round') : words.roundsAuto,
      ],
      [names.bye, words.byeValue[settings.pairingBye]],
      [names.halfByes, words.halfByes(settings.halfPointByes)],
    );
  }
  if (format.kind !== 'arena') rows.push([names.schedule, words.schedule(settings.schedule)]);
  const { tieBreaks } = detail;
  rows.push([names.tieBreaks, tieBreaks.join(', ') || words.none], [names.decision, words.decision]);
  return rows;
}

/** The default tie-breaks (Regulations, section 6). */
export function usualTieBreaks(kind: EventDetail['format']['kind']): string[] {
  switch (kind) {
    case 'swiss':
      return ['BH/C1', 'BH', 'SB', 'DE', 'WIN'];
    case 'round-robin':
      return ['DE', 'WIN', 'SB', 'KS'];
    case 'arena':
      return ['TPR'];
    default:
      return [];
  }
}

function files({ id }: EventDetail): VNode {
  const { files: names } = e.regulations;
  const one = (file: string, label: string): VNode =>
    h('a.button.plain', { key: file, attrs: { href: events.fileUrl(id, file), download: '' } }, [
      icon('download'),
      h('span', label),
    ]);
  return h('div.row', { attrs: { 'data-test': 'event-files' } }, [
    one('pgn', names.pgn),
    one('standings?format=csv', names.csv),
    one('standings?format=json', names.json),
    one('trf?edition=16', names.trf16),
    one('trf?edition=26', names.trf26),
    one('log', names.log),
  ]);
}
