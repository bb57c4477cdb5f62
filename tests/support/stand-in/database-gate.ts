import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A gate between one server and PostgreSQL. While it is shut, the server cannot write anything. */
export class DatabaseGate {
  private isOpen = true;
  private readonly sockets = new Set<Socket>();
  private readonly server;
  private readonly target: URL;

  private constructor(databaseUrl: string) {
    this.target = new URL(databaseUrl);
    this.server = createServer((inside) => {
      if (!this.isOpen) return void inside.destroy();
      const outside = connect(Number(this.target.port), this.target.hostname);
      for (const [one, other] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  static async open(databaseUrl: string): Promise<DatabaseGate> {
    const gate = new DatabaseGate(databaseUrl);
    gate.server.listen(0, '127.0.0.1');
    await once(gate.server, 'listening');
    return gate;
  }

  /** The database's URL through this gate. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  shut(): void {
    this.isOpen = false;
    for (const socket of this.sockets) socket.destroy();
  }

  reopen(): void {
    this.isOpen = true;
  }

  async close(): Promise<void> {
    this.shut();
    this.server.close();
    await once(this.server, 'close');
  }
}
