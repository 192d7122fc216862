/**
 * The API's types under the names that the rest of the client uses. They come from `docs/openapi.json`: `npm run types`
 * generates `schema.d.ts` from it. What only one game has is named in that game's `view.ts`.
 */
import type { components } from './schema';

/** Everything that the document describes, by its name there. */
export type Schemas = components['schemas'];

export type Color = Schemas['Color'];
export type Role = Schemas['Role'];
export type Square = Schemas['Square'];
export type Seat = Schemas['Seat'];
export type Player = Schemas['Player'];
export type Me = Schemas['Me'];
export type OwnAccount = Schemas['OwnAccount'];
export type OwnSession = Schemas['OwnSession'];
export type OwnToken = Schemas['OwnToken'];
export type NewToken = Schemas['NewToken'];
export type Notifications = Schemas['Notifications'];
export type NotificationKind = Schemas['NotificationKind'];
export type NotificationChannel = Schemas['NotificationChannel'];
export type Scope = Schemas['Scope'];
export type NewSecondFactor = Schemas['NewSecondFactor'];
export type OwnPasskey = Schemas['OwnPasskey'];
export type PasskeyList = Schemas['PasskeyList'];
export type PasskeyChallenge = Schemas['PasskeyChallenge'];
export type PasskeyProof = Schemas['PasskeyProof'];
export type Confirmation = Schemas['Confirmation'];
export type SecondStep = Schemas['SecondStep'];

export type Variants = Schemas['Variants'];
export type NewGame = Schemas['NewGame'];
export type Opponent = Schemas['Opponent'];
export type ColorChoice = Schemas['ColorChoice'];
export type ClockChoice = Schemas['ClockChoice'];
export type ListedGame = Schemas['ListedGame'];
export type Placement = Schemas['Placement'];
export type PlacementRequest = Schemas['PlacementRequest'];

export type ArchivedGame = Schemas['ArchivedGame'];
export type EndReason = Schemas['EndReason'];
export type Opening = Schemas['Opening'];
export type OpeningResults = Schemas['OpeningResults'];
export type Profile = Schemas['Profile'];
export type PoolRating = Schemas['PoolRating'];
export type RatedGame = Schemas['RatingHistoryEntry'];
export type PlayerRecord = Schemas['PlayerRecord'];
export type RecordScore = Schemas['RecordScore'];
export type Leaderboard = Schemas['Leaderboard'];
export type GameName = Schemas['GameName'];
export type SpeedName = Schemas['SpeedName'];

/** A game as the server sends it: messages about a single event leave the moves out. */
export type SentState = Schemas['State'];
/** A game as one seat may see it, with all its moves. `V` is the view of the game's own rules. */
export type State<V = Schemas['View']> = Omit<SentState, 'view' | 'moves'> & { view: V; moves: Move[] };
export type Move = Schemas['Move'];
export type Commitment = Schemas['Commitment'];
export type Collision = Schemas['Collision'];

/** A legal action; `readOptions` makes these from the server's short form. */
export interface LegalAction extends Omit<Schemas['LegalAction'], 'kind'> {
  kind: Schemas['ActionKind'] | 'reveal' | 'explosion';
  /** The square of an explosion. */
  square?: Square;
}

/** The options of the player who must act. */
export interface Options extends Pick<Schemas['Options'], 'phase_outs' | 'due' | 'placing'> {
  actions: LegalAction[];
  /** The squares of the men that support an explosion, by the letter of its piece and its square: `Ng3`. */
  supports?: ReadonlyMap<string, Square[]>;
}

export type Offer = Schemas['Offer'];
export type Offers = Schemas['Offers'];
export type Outcome = Schemas['Outcome'];
export type GameRatings = Schemas['GameRatings'];

export type Ply = Schemas['Ply'];
export type Analysis = Schemas['Analysis'];
export type AnalysisLine = Schemas['AnalysisLine'];
export type Explored = Schemas['Explored'];
export type ConditionalMoves = Schemas['ConditionalMoves'];

/** The messages of a game's socket. */
export type ServerMessage = Schemas['ServerMessage'];
/** The requests to a game's socket. */
export type ClientMessage = Schemas['ClientMessage'];
export type Problem = Schemas['Problem'];

export type ReportReason = Schemas['ReportReason'];
export type QueuedCase = Schemas['QueuedCase'];
export type ModerationCase = Schemas['Case'];
export type Report = Schemas['Report'];
export type ModerationAct = Schemas['Act'];
export type ActKind = Schemas['ActKind'];
export type ActRequest = Schemas['ActRequest'];
export type Evidence = Schemas['Evidence'];

export type ChatLine = Schemas['ChatLine'];
export type ChatWords = Schemas['ChatWords'];
export type ChatPreset = Schemas['ChatPreset'];

/** The messages of the lobby. */
export type LobbyMessage = Schemas['LobbyMessage'];
/** The requests to the lobby. */
export type LobbyRequest = Schemas['LobbyRequest'];
/** What a player who looks for an opponent wants to play. */
export type Wish = Schemas['Wish'];
export type ListedSeek = Schemas['ListedSeek'];

/** The messages of the player's feed. */
export type FeedMessage = Schemas['FeedMessage'];
/** The requests to the player's feed. */
export type FeedRequest = Schemas['FeedRequest'];
export type Challenge = Schemas['Challenge'];
export type Challenges = Schemas['Challenges'];
export type NewChallenge = Schemas['NewChallenge'];
export type DeclineReason = Schemas['DeclineReason'];
export type Turn = Schemas['Turn'];
export type RoundGame = Schemas['RoundGame'];
export type OwnVacation = Schemas['OwnVacation'];
export type FollowedPlayer = Schemas['FollowedPlayer'];
export type Waiting = Schemas['Waiting'];
