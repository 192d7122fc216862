/** A freshly started `manifold serve` with its own data directory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The program under test: `MANIFOLD_BIN`, or the release build. */
export const program = process.env.MANIFOLD_BIN ?? join(root, 'target/release/manifold');

/**
 * libfaketime, which sets the clock of a running program; `undefined` if it is not installed. This is the variant for multithreaded
 * programs: with the other one, a thread that reads the file sets the clock of all others back for a moment.
 */
const clockwork = ['x86_64', 'aarch64']
  .map(machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  private child: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), 'manifold-e2e-'));
  private log = '';
  /** By how much its clock is ahead of ours, in milliseconds. */
  ahead = 0;

  private constructor(
    readonly port: number,
    private readonly settings: Record<string, string>,
  ) {
    this.setClock();
  }

  /** The time by its clock. */
  get now(): number {
    return Date.now() + this.ahead;
  }

  private get clock(): string {
    return join(this.data, 'clock');
  }

  private setClock(): void {
    // Replaced atomically: the program reads the file whenever it reads the clock, and a half-written one would give the real time.
    writeFileSync(`${this.clock}-next`, `${this.ahead < 0 ? '-' : '+'}${Math.abs(this.ahead) / 1000}`);
    renameSync(`${this.clock}-next`, this.clock);
  }

  /** Advances its clock while it runs, so that half an hour takes a second. Only if it was started with `hasClock`. */
  advance(ms: number): void {
    if (!clockwork) throw new Error('libfaketime is not installed: apt-get install faketime');
    this.ahead += ms;
    this.setClock();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a server with these environment variables; `ofPort` gives those that depend on its port. */
  static async start(
    settings: Record<string, string> = {},
    ofPort: (port: number) => Record<string, string> = () => ({}),
    hasClock = false,
  ): Promise<Server> {
    if (!existsSync(program)) throw new Error(`${program} is not built: cargo build --release -p manifold`);
    const port = await freePort();
    const server = new Server(port, { ...settings, ...ofPort(port) });
    if (hasClock && clockwork)
      Object.assign(server.settings, {
        LD_PRELOAD: clockwork,
        FAKETIME_TIMESTAMP_FILE: server.clock,
        FAKETIME_NO_CACHE: '1',
      });
    await server.up();
    return server;
  }

  /** Starts the program on the same port and data. */
  async up(): Promise<void> {
    this.log = '';
    const child = spawn(program, ['serve'], {
      env: {
        ...process.env,
        MANIFOLD_LISTEN: `127.0.0.1:${this.port}`,
        MANIFOLD_DATA: this.data,
        MANIFOLD_WEB: join(root, 'web/dist'),
        // All players share one IP address here.
        MANIFOLD_REQUESTS_PER_SECOND: '500',
        MANIFOLD_MESSAGES_PER_SECOND: '200',
        MANIFOLD_MESSAGES_PER_CLIENT: '1000',
        MANIFOLD_ACCOUNTS_PER_HOUR: '1000',
        MANIFOLD_PASSWORDS_PER_SECOND: '1000',
        // Cheap hashing, as its cost is not under test.
        MANIFOLD_PASSWORD_KIB: '1024',
        ...this.settings,
        MANIFOLD_LOG: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (part: Buffer) => (this.log += part.toString()));
    child.stderr?.on('data', (part: Buffer) => (this.log += part.toString()));
    this.child = child;
    for (let tries = 0; tries < 200; tries++) {
      if (child.exitCode !== null) throw new Error(`manifold serve ended:\n${this.log}`);
      try {
        if ((await fetch(`${this.url}/healthz`)).ok) return;
      } catch {
        // Not up yet.
      }
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`manifold serve does not answer:\n${this.log}`);
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Does something with the data while the program is stopped, and starts it again. */
  async pause(act: (data: string) => void): Promise<void> {
    await this.kill();
    act(this.data);
    await this.up();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
