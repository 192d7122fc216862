/** The chat of a game: this seat's room, and the messages that are possible in it. It is drawn by `chat-view.ts`. */
import { api } from '../../api/http';
import type { ChatLine, ChatPreset, ChatWords, Problem, State } from '../../api/types';
import { t } from '../../text';
import { settings } from '../../ui/settings';

/** Whether there is a chat for this seat, and what may be said in it. */
export interface Rights {
  /** Whether there is one at all. */
  reads: boolean;
  presets: boolean;
  ownWords: boolean;
}

const NOTHING: Rights = { reads: false, presets: false, ownWords: false };

/** `isAccount`: whether the visitor has an account. */
export function rightsOf(state: State, isAccount: boolean): Rights {
  const { seat, status, players, clock } = state;
  if (seat === 'spectator') return { reads: true, presets: false, ownWords: isAccount };
  const hasOpponent = players.white.kind === 'person' && players.black.kind === 'person';
  if (seat === 'both' || !hasOpponent || status === 'waiting') return NOTHING;
  const isOpen = status === 'over' || clock?.correspondence === true;
  // During a game there is a chat only for players who have turned it on.
  if (!isOpen && !settings.chat) return NOTHING;
  return { reads: true, presets: true, ownWords: isOpen };
}

export interface Listener {
  changed(): void;
  /** A message has arrived that is not in view. */
  unseen(words: string): void;
}

export class Chat {
  lines: ChatLine[] = [];
  /** Whether it is shown in the place of the moves. */
  isShown = false;
  /** How many lines of others came while it was not shown. */
  unseen = 0;
  /** The message being written. */
  text = '';
  problem = '';
  /** The player whose name was chosen. */
  chosen: ChatLine | null = null;
  /** Counts loads, so that late answers are dropped. */
  private loadings = 0;
  /** Whether the last loading has failed, so that lines may be missing. */
  private isIncomplete = false;
  /** The request that is on its way. */
  private asked: string | null = null;
  /** The text when it was sent; empty if it was a set phrase. */
  private sent = '';

  constructor(
    private readonly id: string,
    private readonly say: (words: ChatWords) => string | null,
    private readonly listener: Listener,
  ) {}

  get isSending(): boolean {
    return this.asked !== null;
  }

  /** Reloads all lines, including any that were missed. */
  async load(): Promise<void> {
    const loading = ++this.loadings;
    const before = new Set(this.lines);
    this.isIncomplete = false;
    const lines = await api.chat(this.id).catch(() => null);
    if (loading !== this.loadings) return;
    this.isIncomplete = lines === null;
    if (!lines) return;
    // The answer may be older than lines that have arrived since the request.
    this.lines = merged(
      lines,
      this.lines.filter(line => !before.has(line)),
    );
    this.listener.changed();
  }

  /** Reloads if lines may be missing, when the player opens the chat or another line arrives. */
  private complete(): void {
    if (this.isIncomplete) void this.load();
  }

  /** A line has arrived in the room that this seat reads. */
  told(line: ChatLine, isOwn: boolean): void {
    if (this.lines.some(one => one.number === line.number)) return;
    this.complete();
    this.lines = merged(this.lines, [line]);
    if (!isOwn && !this.isShown && !settings.isSilenced(line.name)) {
      this.unseen++;
      this.listener.unseen(t.chat.said(line.name, wordsText(line.words)));
    }
    this.listener.changed();
  }

  /** The server's answer to a request. */
  answered(id: string | null, problem: Problem | null): boolean {
    if (id === null || id !== this.asked) return false;
    this.asked = null;
    if (problem) this.problem = problem.detail;
    // Text written since then has yet to be sent.
    else if (this.text === this.sent) this.text = '';
    this.listener.changed();
    return true;
  }

  show(isShown: boolean): void {
    this.isShown = isShown;
    if (isShown) {
      this.unseen = 0;
      this.complete();
    }
    this.listener.changed();
  }

  preset(preset: ChatPreset): void {
    this.send({ preset }, '');
  }

  write(): void {
    const text = this.text.trim();
    if (text) this.send({ text }, this.text);
  }

  private send(words: ChatWords, written: string): void {
    if (this.isSending) return;
    this.problem = '';
    this.sent = written;
    this.asked = this.say(words);
    this.listener.changed();
  }

  choose(line: ChatLine | null): void {
    this.chosen = line;
    this.listener.changed();
  }
}

/** The lines of both lists, sorted by number and without duplicates. */
function merged(lines: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const known = new Set(lines.map(line => line.number));
  return [...lines, ...more.filter(line => !known.has(line.number))].sort((a, b) => a.number - b.number);
}

/** A message, as it is read. */
export function wordsText(words: ChatWords): string {
  return 'preset' in words ? t.chat.presets[words.preset] : words.text;
}
