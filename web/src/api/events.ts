/** The API of events, and the names that their pages use for its types. Loaded only with those pages. */
import { answer, http, ROOT, searchPart } from './http';
import type { paths } from './schema';
import type { Color, Schemas } from './types';

export type Phase = Schemas['EventPhase'];
export type Side = Color;
export type GameResult = Schemas['EventResult'];
export type Ground = Schemas['RulingGround'];
export type Outcome = Schemas['RulingOutcome'];
export type Decision = Schemas['AppealDecision'];
export type Control = Schemas['EventControl'];
export type Format = Schemas['EventFormat'];
export type Schedule = Schemas['EventSchedule'];
/** Settings as the server sends them: always complete. */
export type Settings = Required<Schemas['EventSettings']>;
export type Person = Schemas['EventPerson'];
export type EventSummary = Schemas['EventSummary'];
export type EventPlayer = Schemas['EventPlayer'];
export type Board = Schemas['EventBoard'];
export type Round = Schemas['EventRound'];
export type TieBreakPart = Schemas['TieBreakPart'];
export type TieBreakSums = Schemas['TieBreakSums'];
export type StandingLine = Schemas['StandingLine'];
export type Call = Schemas['EventCall'];
export type Appeal = Schemas['EventAppeal'];
export type Decided = Schemas['EventDecision'];
export type Ruling = Schemas['EventRuling'];
export type Evidence = Schemas['EventEvidence'];
export type Seal = Schemas['EventSeal'];
export type Annulment = Schemas['EventAnnulment'];
export type EventDetail = Omit<Schemas['EventDetail'], 'settings'> & { settings: Settings };

/** The commands to an event. People are named by their usernames; if nobody is named, it is the sender. */
export type Command = Schemas['EventCommand'];

export type EventQuery = NonNullable<paths['/events']['get']['parameters']['query']>;

/** The parameter of the paths that name an event. */
const of = (id: string): { path: { id: string } } => ({ path: { id } });

export const events = {
  list: (query: EventQuery) => answer(http.GET('/events', { params: { query } })),
  create: (event: Schemas['NewEvent'], key: string) =>
    answer(http.POST('/events', { body: event, params: { header: { 'Idempotency-Key': key } } })),
  detail: async (id: string) => (await answer(http.GET('/events/{id}', { params: of(id) }))) as EventDetail,
  /** The rounds from `from` on, as many as fit into one answer. */
  rounds: (id: string, from: number) =>
    answer(http.GET('/events/{id}/rounds', { params: { ...of(id), query: { from } } })),
  command: (id: string, command: Command) =>
    answer(http.POST('/events/{id}/commands', { params: of(id), body: command })),
  /** Adds the engine's evaluation of a game, as a spectator sees it, to the evidence. May take a while. */
  evidence: (id: string, game: string, ruling: number | null) =>
    answer(http.POST('/events/{id}/evidence', { params: of(id), body: { game, ruling } })),
  /** The breakdown of a player's tie-breaks. */
  sums: (id: string, player: string) =>
    answer(http.GET('/events/{id}/standings/{player}', { params: { path: { id, player } } })),
  /** The URL of the event's entries from `from` on, one per line. */
  streamUrl: (id: string, from: number) => `${ROOT}/events/${id}/stream${searchPart({ from })}`,
  /** The address of a file of the event, such as `pgn`. */
  fileUrl: (id: string, file: string) => `${ROOT}/events/${id}/${file}`,
};
