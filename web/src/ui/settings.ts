/** The settings of this browser: appearance and sound. None of them are needed to play. */

export type Theme = 'system' | 'light' | 'dark';

const STORE = 'manifold';

interface Stored {
  theme: Theme;
  sounds: boolean;
  coordinates: boolean;
  premoves: boolean;
  /** Whether opponents are looked for to play rated games. */
  rated: boolean;
  /** Whether somebody has played here before. */
  isBack: boolean;
  /** Whether there is a chat while a game goes on. */
  chat: boolean;
  /** Names of players who are not heard in chats. */
  silenced: string[];
  /** The last choices for a new game, by game. */
  newGames: Record<string, unknown>;
}

const initial: Stored = {
  theme: 'system',
  sounds: true,
  coordinates: true,
  premoves: true,
  rated: true,
  isBack: false,
  chat: false,
  silenced: [],
  newGames: {},
};
/** How many names are remembered: the last ones. */
const SILENCED = 200;

function read(): Stored {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Stored>) };
  } catch {
    return { ...initial };
  }
}

const stored = read();

function write(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(stored));
  } catch {
    // Without storage the settings last until the page is left.
  }
}

const darkSystem = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;

export function applyTheme(): void {
  const dark = stored.theme === 'dark' || (stored.theme === 'system' && darkSystem?.matches === true);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

darkSystem?.addEventListener('change', applyTheme);

export const settings = {
  get theme(): Theme {
    return stored.theme;
  },
  set theme(theme: Theme) {
    stored.theme = theme;
    applyTheme();
    write();
  },
  get isDark(): boolean {
    return document.documentElement.dataset.theme === 'dark';
  },
  get sounds(): boolean {
    return stored.sounds;
  },
  set sounds(on: boolean) {
    stored.sounds = on;
    write();
  },
  get coordinates(): boolean {
    return stored.coordinates;
  },
  set coordinates(on: boolean) {
    stored.coordinates = on;
    write();
  },
  get premoves(): boolean {
    return stored.premoves;
  },
  set premoves(on: boolean) {
    stored.premoves = on;
    write();
  },
  get rated(): boolean {
    return stored.rated;
  },
  set rated(on: boolean) {
    stored.rated = on;
    write();
  },
  get isBack(): boolean {
    return stored.isBack;
  },
  set isBack(isBack: boolean) {
    if (isBack === stored.isBack) return;
    stored.isBack = isBack;
    write();
  },
  get chat(): boolean {
    return stored.chat;
  },
  set chat(on: boolean) {
    stored.chat = on;
    write();
  },
  get silenced(): readonly string[] {
    return stored.silenced;
  },
  isSilenced(name: string): boolean {
    return stored.silenced.includes(name);
  },
  silence(name: string): void {
    stored.silenced = [...stored.silenced.filter(one => one !== name), name].slice(-SILENCED);
    write();
  },
  hear(name: string): void {
    stored.silenced = stored.silenced.filter(one => one !== name);
    write();
  },
  newGame(game: string): unknown {
    return stored.newGames[game];
  },
  keepNewGame(game: string, form: unknown): void {
    stored.newGames[game] = form;
    write();
  },
};
