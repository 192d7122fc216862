/** A TCP proxy between a browser and the server that can be frozen or cut. */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

type State = 'open' | 'frozen' | 'cut';

export class Line {
  private state: State = 'open';
  /** Both ends of every connection; one accepted while frozen has no far end yet. */
  private readonly pairs = new Map<Socket, Socket | null>();

  private constructor(
    private readonly listener: Server,
    private readonly port: number,
  ) {}

  /** A line to a port of this machine. */
  static async to(port: number): Promise<Line> {
    const listener = createServer();
    const line = new Line(listener, port);
    listener.on('connection', near => line.accept(near));
    await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** From now on connections are accepted, and nothing passes in either direction. */
  freeze(): void {
    this.state = 'frozen';
    for (const [near, far] of this.pairs) for (const end of [near, far]) end?.pause();
  }

  /** Breaks all connections, including new ones. */
  cut(): void {
    this.state = 'cut';
    for (const near of this.pairs.keys()) near.destroy();
  }

  /** Lets everything pass again, including what was held back. */
  heal(): void {
    this.state = 'open';
    for (const [near, far] of this.pairs) {
      if (!far) this.join(near);
      for (const end of [near, far]) end?.resume();
    }
  }

  close(): void {
    this.cut();
    this.listener.close();
  }

  private accept(near: Socket): void {
    near.on('error', () => near.destroy());
    if (this.state === 'cut') {
      near.destroy();
      return;
    }
    this.pairs.set(near, null);
    near.on('close', () => {
      this.pairs.get(near)?.destroy();
      this.pairs.delete(near);
    });
    if (this.state === 'open') this.join(near);
    else near.pause();
  }

  private join(near: Socket): void {
    const far = connect(this.port, '127.0.0.1');
    this.pairs.set(near, far);
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    // A frozen end is paused: what it receives waits.
    near.on('data', part => far.write(part));
    far.on('data', part => near.write(part));
  }
}
