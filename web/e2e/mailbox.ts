/** A mail server that keeps all mails. */
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';

export interface Mail {
  to: string;
  text: string;
}

export class Mailbox {
  readonly mails: Mail[] = [];

  private constructor(private readonly server: NetServer) {}

  static async open(): Promise<Mailbox> {
    const server = createServer();
    const mailbox = new Mailbox(server);
    server.on('connection', socket => mailbox.serve(socket));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  /** The mail with this number, from 1, once it has arrived. */
  async nth(count: number): Promise<Mail> {
    for (let tries = 0; tries < 300; tries++) {
      const mail = this.mails[count - 1];
      if (mail) return mail;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    throw new Error(`no mail number ${count}`);
  }

  private serve(socket: Socket): void {
    let rest = '';
    let to = '';
    let text: string | null = null;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say('220 here');
    socket.on('error', () => {});
    socket.on('data', part => {
      rest += part.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (text !== null && line !== '.') text += `${line}\n`;
        else if (text !== null) {
          this.mails.push({ to, text });
          text = null;
          say('250 taken');
        } else if (line.startsWith('DATA')) {
          text = '';
          say('354 go on');
        } else {
          if (line.startsWith('RCPT')) to = /<(.*)>/.exec(line)?.[1] ?? '';
          say(line.startsWith('QUIT') ? '221 bye' : '250 ok');
        }
      }
    });
  }
}

/** The path of the first link in a mail that contains `beginning`. */
export function linkOf(mail: Mail, beginning: string): string {
  const found = mail.text.split(/\s/).find(word => word.includes(beginning));
  if (!found) throw new Error(`no ${beginning} in ${mail.text}`);
  return new URL(found).pathname;
}
