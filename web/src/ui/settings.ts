/** The settings of this browser: appearance and sound. None of them are needed to play. */

export type Theme = 'system' | 'light' | 'dark';

const STORE = 'manifold';

interface Stored {
  theme: Theme;
  sounds: boolean;
  coordinates: boolean;
  premoves: boolean;
  /** Whether seeks are for rated games. */
  rated: boolean;
  /** Whether this browser has played here before. */
  isBack: boolean;
  /** Whether the chat is shown during a game. */
  chat: boolean;
  /** Names of players whose chat lines are hidden. */
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
/** Maximum number of silenced names; the latest are kept. */
const SILENCED = 200;

/** The stored settings; empty without storage. */
function read(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

const stored: Stored = { ...initial, ...read() };

/** Changes a setting on top of what other windows have stored meanwhile. */
function change(act: () => void): void {
  Object.assign(stored, read());
  act();
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

/** Takes what another window has changed; `changed` draws it. */
export function hearSettings(changed: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== STORE) return;
    Object.assign(stored, read());
    applyTheme();
    changed();
  });
}

export const settings = {
  get theme(): Theme {
    return stored.theme;
  },
  set theme(theme: Theme) {
    change(() => (stored.theme = theme));
    applyTheme();
  },
  get isDark(): boolean {
    return document.documentElement.dataset.theme === 'dark';
  },
  get sounds(): boolean {
    return stored.sounds;
  },
  set sounds(on: boolean) {
    change(() => (stored.sounds = on));
  },
  get coordinates(): boolean {
    return stored.coordinates;
  },
  set coordinates(on: boolean) {
    change(() => (stored.coordinates = on));
  },
  get premoves(): boolean {
    return stored.premoves;
  },
  set premoves(on: boolean) {
    change(() => (stored.premoves = on));
  },
  get rated(): boolean {
    return stored.rated;
  },
  set rated(on: boolean) {
    change(() => (stored.rated = on));
  },
  get isBack(): boolean {
    return stored.isBack;
  },
  set isBack(isBack: boolean) {
    if (isBack === stored.isBack) return;
    change(() => (stored.isBack = isBack));
  },
  get chat(): boolean {
    return stored.chat;
  },
  set chat(on: boolean) {
    change(() => (stored.chat = on));
  },
  get silenced(): readonly string[] {
    return stored.silenced;
  },
  isSilenced(name: string): boolean {
    return stored.silenced.includes(name);
  },
  silence(name: string): void {
    change(() => (stored.silenced = [...stored.silenced.filter(one => one !== name), name].slice(-SILENCED)));
  },
  hear(name: string): void {
    change(() => (stored.silenced = stored.silenced.filter(one => one !== name)));
  },
  newGame(game: string): unknown {
    return stored.newGames[game];
  },
  keepNewGame(game: string, form: unknown): void {
    change(() => (stored.newGames[game] = form));
  },
};
