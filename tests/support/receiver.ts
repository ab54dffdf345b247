import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a webhook receiver got it. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Raw bytes as text. */
  body: string;
  json: Record<string, unknown>;
}

export type Answer =
  number | ((request: IncomingMessage, response: ServerResponse, received: Received) => void);

/** A real HTTP server that plays a webhook receiver: answers by script, then with the last answer again. */
export class Receiver {
  readonly received: Received[] = [];
  private answers: Answer[] = [200];
  private readonly server = createServer((request, response) => void this.receive(request, response));
  private waiting: (() => void)[] = [];

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Sets the answers to come. */
  answer(...answers: Answer[]): this {
    this.answers = answers;
    return this;
  }

  clear(): void {
    this.received.length = 0;
  }

  /** Resolves when this many requests have come. */
  async until(count: number): Promise<Received[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.received;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const json = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body, json };
    this.received.push(received);
    this.waiting.splice(0).forEach((resolve) => resolve());
    const answer = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? 200;
    if (typeof answer === 'number')
      response.writeHead(answer).end(answer < 300 ? 'ok' : `refused with ${answer}`);
    else answer(request, response, received);
  }
}
