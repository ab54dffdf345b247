import { createContext, type Context } from '../../lib/context';
import type { Options } from '../../lib/options';
import type { PostResult, Poster } from '../../lib/net/poster';
import type { TestHost } from './test-host';

/** A context of one's own over a test host: another process, as far as the database can tell. */
export function contextOf(site: TestHost, options: Partial<Options> = {}, poster?: Poster): Context {
  const context = createContext(site.host.cms.contract, options);
  return poster ? { ...context, poster } : context;
}

/** A network that answers what the test says next. */
export class ScriptedPoster implements Poster {
  next: Partial<PostResult> = { status: 200 };
  posted: { url: string; headers: Record<string, string>; body: string }[] = [];

  async post(message: { url: string; headers: Record<string, string>; body: string }): Promise<PostResult> {
    this.posted.push(message);
    return { status: null, error: null, body: null, answer: null, durationMs: 1, ...this.next };
  }

  async close(): Promise<void> {}
}
