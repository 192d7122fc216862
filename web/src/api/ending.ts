/** Sessions that have ended elsewhere: requests and sockets notice it, and the application hears of it. */
interface Hearer {
  /** A request needed a session and had none. */
  refused(): void;
  /** A socket was closed because its session may have ended. Resolves to whether the player is the same: then it reconnects. */
  closed(): Promise<boolean>;
}

let hearer: Hearer | null = null;

export const ending = {
  hear: (by: Hearer): void => void (hearer = by),
  refused: (): void => hearer?.refused(),
  closed: async (): Promise<boolean> => (await hearer?.closed()) ?? false,
};
